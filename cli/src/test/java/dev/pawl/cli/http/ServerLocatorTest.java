package dev.pawl.cli.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.cli.file.UsageException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@DisabledOnOs(OS.WINDOWS)
class ServerLocatorTest {

  private static final ServerLocator.Selection NOTHING =
      new ServerLocator.Selection(
          Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());

  @TempDir Path config;

  private Map<String, String> environment(String... pairs) {
    Map<String, String> environment = new HashMap<>(Map.of("XDG_CONFIG_HOME", config.toString()));
    for (int i = 0; i < pairs.length; i += 2) {
      environment.put(pairs[i], pairs[i + 1]);
    }
    return environment;
  }

  private Profiles profiles() {
    return Profiles.of(environment());
  }

  private ServerAddress find(ServerLocator.Selection wish, String... environment) {
    return new ServerLocator(environment(environment)).find(wish);
  }

  @Test
  void shouldSelectThisMachineByDefault() {
    assertThat(find(NOTHING).url()).hasToString("http://127.0.0.1:8080");
    assertThat(find(NOTHING).key()).isEmpty();
  }

  @Test
  void shouldPreferExplicitValues() {
    profiles().put("live", "https://live.example/", "pawl_live");
    profiles().put("test", "https://test.example/pawl", "pawl_test");
    profiles().setDefault("test");
    String[] both = {"PAWL_URL", "http://here:9000", "PAWL_KEY", "pawl_here"};
    ServerLocator.Selection live =
        new ServerLocator.Selection(
            Optional.empty(), Optional.of("live"), Optional.empty(), Optional.empty());
    ServerLocator.Selection url =
        new ServerLocator.Selection(
            Optional.of("http://said"), Optional.of("live"), Optional.empty(), Optional.empty());

    assertThat(find(NOTHING).url()).hasToString("https://test.example/pawl");
    assertThat(find(NOTHING, both))
        .isEqualTo(
            new ServerAddress(
                ServerAddress.url("http://here:9000"), Optional.of("pawl_here"), "PAWL_URL"));
    assertThat(find(live, both).key()).contains("pawl_live");
    assertThat(find(NOTHING, "PAWL_PROFILE", "live").url()).hasToString("https://live.example");
    assertThat(find(url, both)).hasToString("http://said (--url)");
  }

  @Test
  void shouldTakeAKeyFromAFile() throws Exception {
    Path file = Files.writeString(config.resolve("a.key"), "pawl_file\n");
    ServerLocator.Selection wish =
        new ServerLocator.Selection(
            Optional.empty(), Optional.empty(), Optional.empty(), Optional.of(file.toString()));

    assertThat(find(wish, "PAWL_KEY", "pawl_other").key()).contains("pawl_file");
  }

  @Test
  void shouldRefuseAFileWithoutAKey() throws Exception {
    Path empty = Files.writeString(config.resolve("empty.key"), "\n");
    Path two = Files.writeString(config.resolve("two.key"), "pawl_a\npawl_b\n");

    for (String file : List.of(empty.toString(), two.toString(), config + "/no.key")) {
      ServerLocator.Selection wish =
          new ServerLocator.Selection(
              Optional.empty(), Optional.empty(), Optional.empty(), Optional.of(file));

      assertThatThrownBy(() -> find(wish))
          .isInstanceOf(NoKeyException.class)
          .hasMessageContaining(file);
    }
  }

  private Path running(String name, String url, String key) throws Exception {
    Path data = Files.createDirectory(config.resolve(name));
    Files.writeString(data.resolve("server.url"), url + "\n");
    Files.writeString(data.resolve("admin.key"), key);
    return data;
  }

  private static ServerLocator.Selection in(Path data) {
    return new ServerLocator.Selection(
        Optional.empty(), Optional.empty(), Optional.of(data.toString()), Optional.empty());
  }

  @Test
  void shouldFindTheServerOfADataFolder() throws Exception {
    Path one = running("one", "http://127.0.0.1:9001", "pawl_one");
    Path two = running("two", "http://127.0.0.1:9002", "pawl_two");
    String[] usual = {"PAWL_DATA", one.toString()};

    ServerAddress found = find(NOTHING, usual);
    assertThat(found.url()).hasToString("http://127.0.0.1:9001");
    assertThat(found.key()).contains("pawl_one");
    assertThat(found.source()).isEqualTo(one.resolve("server.url").toString());
    assertThat(find(NOTHING, "PAWL_DATA", one.toString(), "PAWL_KEY", "pawl_mine").key())
        .contains("pawl_mine");

    // What was typed goes before what is set.
    ServerAddress named =
        find(in(two), "PAWL_DATA", one.toString(), "PAWL_URL", "http://x", "PAWL_KEY", "k");
    assertThat(named.url()).hasToString("http://127.0.0.1:9002");
    assertThat(named.key()).contains("pawl_two");
  }

  @Test
  void shouldPreferExplicitSettingsToTheDefaultFolder() throws Exception {
    String one = running("one", "http://127.0.0.1:9001", "pawl_one").toString();
    ServerLocator.Selection url =
        new ServerLocator.Selection(
            Optional.of("http://localhost:9"),
            Optional.empty(),
            Optional.empty(),
            Optional.empty());

    assertThat(find(url, "PAWL_DATA", one))
        .isEqualTo(
            new ServerAddress(
                ServerAddress.url("http://localhost:9"), Optional.of("pawl_one"), "--url"));
    assertThat(find(NOTHING, "PAWL_DATA", one, "PAWL_URL", "https://far.example"))
        .isEqualTo(
            new ServerAddress(
                ServerAddress.url("https://far.example"), Optional.empty(), "PAWL_URL"));
    profiles().put("live", "https://live.example", "pawl_live");
    profiles().setDefault("live");
    assertThat(find(NOTHING, "PAWL_DATA", one).url()).hasToString("https://live.example");
  }

  @Test
  void shouldReportThatNoServerRunsOnADataFolder() {
    assertThatThrownBy(() -> find(in(config)))
        .isInstanceOf(NoServerException.class)
        .hasMessageContaining("no server runs on the data folder " + config)
        .hasMessageContaining("pawl up --data " + config);
    assertThat(find(NOTHING, "PAWL_DATA", config.toString()).url())
        .hasToString("http://127.0.0.1:8080");
  }

  @Test
  void shouldNotSendAKeyToAHostNamedInAFile() throws Exception {
    Path planted = running("planted", "http://192.0.2.1:9001", "pawl_key");

    for (ServerLocator.Selection wish : List.of(in(planted), NOTHING)) {
      assertThatThrownBy(() -> find(wish, "PAWL_DATA", planted.toString()))
          .isInstanceOf(UsageException.class)
          .hasMessageContaining("not this machine");
    }
  }

  @Test
  void shouldKeepKeysToTheirOwner() throws Exception {
    profiles().put("live", "https://live.example", "pawl_secret");
    Path file = profiles().file();

    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
    assertThat(profiles().get("live").toString()).doesNotContain("secret");

    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
    assertThatThrownBy(() -> profiles().get("live"))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("chmod 600");
  }

  @Test
  void shouldRemoveAProfile() {
    profiles().put("live", "https://live.example", "k");
    profiles().setDefault("live");

    profiles().remove("live");

    assertThat(profiles().names()).isEmpty();
    assertThat(profiles().defaultProfile()).isEmpty();
    assertThatThrownBy(() -> profiles().get("live")).hasMessageContaining("no profile 'live'");
    assertThatThrownBy(() -> profiles().put("a b", "http://x", "k")).hasMessageContaining("name");
    assertThatThrownBy(() -> profiles().put("ab", "ftp://x", "k"))
        .hasMessageContaining("not the address of a server");
  }
}
