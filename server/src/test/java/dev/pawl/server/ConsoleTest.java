package dev.pawl.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The web console: its files, the policy of its page, and the browser tests of the module web. */
@ExtendWith(OneServer.class)
class ConsoleTest {

  private static final List<String> BROWSER = List.of("Accept: text/html,*/*;q=0.8");
  private static final Path WEB = Path.of(System.getProperty("pawl.root", ".."), "web");
  private static final int MINUTES = 12;

  @Test
  void shouldServeThePageWithANonceOfItsOwnPerResponse(OneServer.Running running) throws Exception {
    Wire.Answer first = running.wire().call("GET", "/", BROWSER, "");
    Wire.Answer second = running.wire().call("GET", "/executions/1?step=2", BROWSER, "");

    assertThat(first.status()).isEqualTo(200);
    assertThat(second.status()).isEqualTo(200);
    assertThat(nonce(first)).isNotEqualTo(nonce(second));
    assertThat(first.header("Content-Security-Policy"))
        .contains(
            "default-src 'none'; script-src 'self'; style-src 'self' 'nonce-%s'; img-src 'self'"
                    .formatted(nonce(first))
                + " data:; font-src 'self'; connect-src 'self'; base-uri 'none'; frame-ancestors"
                + " 'none'; require-trusted-types-for 'script'");
    assertThat(first.header("Cache-Control")).contains("no-store");
    assertThat(first.body())
        .contains("nonce=\"" + nonce(first) + "\"")
        .doesNotContain("PAWL_NONCE");
  }

  private static String nonce(Wire.Answer answer) {
    Matcher nonce =
        Pattern.compile("'nonce-([^']+)'")
            .matcher(answer.header("Content-Security-Policy").orElseThrow());
    assertThat(nonce.find()).isTrue();
    return nonce.group(1);
  }

  @Test
  void shouldLetBrowsersKeepAssets(OneServer.Running running) throws Exception {
    Matcher asset =
        Pattern.compile("src=\"(/assets/[^\"]+\\.js)\"")
            .matcher(running.wire().call("GET", "/", BROWSER, "").body());
    assertThat(asset.find()).isTrue();

    Wire.Answer script = running.wire().call("GET", asset.group(1), List.of("Accept: */*"), "");

    assertThat(script.status()).isEqualTo(200);
    assertThat(script.header("Cache-Control")).contains("public, max-age=31536000, immutable");
    assertThat(script.header("Content-Type").orElse("")).startsWith("text/javascript");
  }

  @Test
  void shouldLeaveTheApiAsItIs(OneServer.Running running) throws Exception {
    for (String path : List.of("/api/flows", "/api/nothing", "/metrics", "/api")) {
      assertThat(running.wire().call("GET", path, BROWSER, "").status()).as(path).isEqualTo(401);
    }
    for (String path : List.of("/nothing", "/assets/nothing.js")) {
      assertThat(running.wire().call("GET", path, List.of("Accept: */*"), "").status())
          .as(path)
          .isEqualTo(401);
    }
    assertThat(running.wire().call("POST", "/nothing", BROWSER, "").status()).isEqualTo(401);
  }

  @Test
  void shouldDescribeTheCallerAndItsTenant(OneServer.Running running) throws Exception {
    String admin = running.tenant("console-session");
    Api viewer = running.with(running.key(admin, "viewer"));

    Api.Answer before = viewer.get("/api/session");

    assertThat(before.text("tenant")).isEqualTo("console-session");
    assertThat(before.text("user")).startsWith("viewer (");
    assertThat(before.body().toString())
        .contains("\"roles\":[\"viewer\"]", "\"permissions\":[\"READ\"]")
        .doesNotContain("emergencyStop\":{");
    running.with(admin).post("/api/admin/flows/pause-all", "{\"reason\": \"provider down\"}");
    assertThat(viewer.get("/api/session").body().toString())
        .contains("\"reason\":\"provider down\"", "\"by\":\"first key (");
  }

  @Test
  void shouldExchangeAKeyForACookie(OneServer.Running running) throws Exception {
    String key = running.tenant("console-key");

    Wire.Answer opened =
        running.wire().call("POST", "/api/session", List.of("Authorization: Bearer " + key), "");

    assertThat(opened.status()).isEqualTo(204);
    String set = opened.header("Set-Cookie").orElseThrow();
    assertThat(set).contains("HttpOnly", "SameSite=Lax");
    List<String> session =
        List.of(
            "Cookie: " + set.substring(0, set.indexOf(';')),
            "X-Pawl-Client: console",
            "Origin: " + running.server().address());
    assertThat(running.wire().call("GET", "/api/session", session, "").body())
        .contains("\"tenant\":\"console-key\"");
    Wire.Answer again = running.wire().call("POST", "/api/session", session, "");
    assertThat(again.status()).isEqualTo(409);
    assertThat(again.body()).contains("\"code\":\"signed-in\"", "Authorization: Bearer");
    assertThat(running.wire().call("POST", "/api/session", List.of(), "").status()).isEqualTo(401);
  }

  @Test
  void shouldPassItsBrowserTests(OneServer.Running running, @TempDir Path folder)
      throws IOException, InterruptedException {
    assumeTrue(Files.isDirectory(WEB.resolve("node_modules")), "the console was built with npm");
    Path out = folder.resolve("browser.txt");
    ProcessBuilder tests =
        new ProcessBuilder("npm", "run", "--silent", "test:browser")
            .directory(WEB.toFile())
            .redirectErrorStream(true)
            .redirectOutput(out.toFile());
    tests.environment().put("PAWL_URL", running.server().address().toString());
    tests.environment().put("PAWL_KEY", running.tenant("console-browser"));

    Process process = tests.start();
    boolean hasEnded = process.waitFor(MINUTES, TimeUnit.MINUTES);
    process.destroy();

    assertThat(hasEnded && process.exitValue() == 0).as(Files.readString(out)).isTrue();
  }
}
