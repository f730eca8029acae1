package dev.pawl.architecture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.pawl.model.json.JsonText;
import dev.pawl.sdk.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * Tests of the {@code ./pawl} launcher; each test has its own folder, so that they can run in
 * parallel.
 */
@DisabledOnOs(OS.WINDOWS)
@Execution(ExecutionMode.CONCURRENT)
class LauncherTest {

  private static final Map<String, String> THIS_JDK =
      Map.of("JAVA_HOME", System.getProperty("java.home"));

  /** The commands that the launcher may use besides Java and Maven. */
  private static final List<String> TOOLS =
      List.of(
          "cat",
          "dirname",
          "find",
          "head",
          "ln",
          "mkdir",
          "mv",
          "readlink",
          "rm",
          "sed",
          "sleep",
          "sh",
          "touch",
          "tr",
          "wc");

  private static final Duration START_TIMEOUT = Duration.ofMinutes(3);

  @TempDir Path folder;

  @Test
  void shouldStartFromAnywhereThroughASymbolicLink() throws Exception {
    assumeTrue(Files.exists(Checkout.ROOT.resolve("cli/target/pawl.jar")), "the jar is not built");
    Path link = Files.createSymbolicLink(folder.resolve("my pawl"), Checkout.ROOT.resolve("pawl"));

    Shell.Outcome outcome = Shell.run(folder, THIS_JDK, "'./my pawl' --version");
    Files.delete(link);

    assertThat(outcome.exitCode()).as(outcome.toString()).isZero();
    assertThat(outcome.output()).startsWith("pawl ");
  }

  @Test
  void shouldUnpackThePostgresOfThisPlatform() throws Exception {
    Path jar = Checkout.ROOT.resolve("cli/target/pawl.jar");
    assumeTrue(Files.exists(jar), "the jar is not built");

    Shell.Outcome outcome =
        Shell.run(
            folder,
            THIS_JDK,
            "'%s' run '%s' --data data --input '{\"name\": \"Ada\"}'"
                .formatted(
                    Checkout.ROOT.resolve("pawl"),
                    Checkout.ROOT.resolve("examples/hello.asl.json")));

    assertThat(outcome.exitCode()).as(outcome.toString()).isZero();
    assertThat(outcome.output()).contains("Hello, Ada!");
  }

  @Test
  void shouldReportInOneSentenceThatMavenIsMissing() throws Exception {
    checkoutWithoutMaven();

    Shell.Outcome outcome = Shell.run(folder, toolsOnly(), "./pawl --version");

    assertThat(outcome.exitCode()).isEqualTo(1);
    assertThat(outcome.errors())
        .isEqualTo(
            "pawl: Maven (mvn) is needed to build Pawl and was not found; please install it.\n");
    assertThat(folder.resolve("target")).isEmptyDirectory();
  }

  @Test
  void shouldShowWhyABuildFailed() throws Exception {
    checkoutWithoutMaven();
    executable("tools/mvn", "#!/bin/sh\necho no such luck\nexit 3\n");

    Shell.Outcome outcome = Shell.run(folder, toolsOnly(), "./pawl --version");

    assertThat(outcome.exitCode()).isEqualTo(1);
    assertThat(outcome.errors())
        .isEqualTo("pawl: building ...\nno such luck\npawl: the build failed, see above.\n");
  }

  @Test
  void shouldBuildOnceAndAgainWhenASourceChanged() throws Exception {
    checkoutWithoutMaven();
    executable("tools/mvn", "#!/bin/sh\nmkdir -p cli/target && echo jar >>cli/target/pawl.jar\n");
    executable("jdk/bin/javac", "");
    executable("jdk/bin/java", "#!/bin/sh\nwhile [ $1 != -jar ]; do shift; done\nwc -l <\"$2\"\n");
    Files.writeString(folder.resolve("jdk/release"), "JAVA_VERSION=\"21.0.1\"\n");
    Map<String, String> environment = toolsOnly(folder + "/jdk");
    String builds = "./pawl 2>/dev/null | tr -d ' '";

    assertThat(Shell.run(folder, environment, builds).output()).isEqualTo("1\n");
    assertThat(Shell.run(folder, environment, builds).output()).isEqualTo("1\n");

    Shell.run(folder, environment, "touch -t 203001010000 pom.xml");

    assertThat(Shell.run(folder, environment, builds).output()).isEqualTo("2\n");
  }

  @Test
  void shouldRebuildAfterAnInterruptedBuild() throws Exception {
    checkoutWithoutMaven();
    executable(
        "tools/mvn",
        """
        #!/bin/sh
        mkdir -p cli/target && echo jar >>cli/target/pawl.jar
        [ "$(wc -l <cli/target/pawl.jar)" -gt 1 ] || kill -9 $PPID
        """);
    executable("jdk/bin/javac", "");
    executable("jdk/bin/java", "#!/bin/sh\nwhile [ $1 != -jar ]; do shift; done\nwc -l <\"$2\"\n");
    Files.writeString(folder.resolve("jdk/release"), "JAVA_VERSION=\"21.0.1\"\n");
    Map<String, String> environment = toolsOnly(folder + "/jdk");

    assertThat(Shell.run(folder, environment, "./pawl").exitCode()).isNotZero();
    assertThat(Shell.run(folder, environment, "./pawl 2>/dev/null | tr -d ' '").output())
        .isEqualTo("2\n");
  }

  @Test
  void shouldPassItsOwnPathToTheServerForHints() throws Exception {
    checkoutWithoutMaven();
    executable(
        "tools/mvn", "#!/bin/sh\nmkdir -p server/target && echo >server/target/pawl-server.jar\n");
    executable("jdk/bin/javac", "");
    executable(
        "jdk/bin/java",
        "#!/bin/sh\nfor word; do case $word in -Dpawl.program=*) echo \"$word\" ;; esac; done\n");
    Files.writeString(folder.resolve("jdk/release"), "JAVA_VERSION=\"21.0.1\"\n");
    Files.createSymbolicLink(folder.resolve("my pawl"), folder.resolve("pawl"));
    Map<String, String> environment = toolsOnly(folder + "/jdk");

    assertThat(Shell.run(folder, environment, "./pawl up 2>/dev/null").output())
        .isEqualTo("-Dpawl.program=./pawl\n");
    assertThat(Shell.run(folder, environment, "'./my pawl' up 2>/dev/null").output())
        .isEqualTo("-Dpawl.program=./my pawl\n");
  }

  @Test
  void shouldServeUntilItIsStopped() throws Exception {
    Path jar = Checkout.ROOT.resolve("server/target/pawl-server.jar");
    assumeTrue(Files.exists(jar), "the jar is not built");
    checkout("server");
    Path target = Files.createDirectory(folder.resolve("server/target"));
    Files.copy(jar, target.resolve("pawl-server.jar"));

    Process up = start("./pawl", "up", "--port", "0", "--json");
    try {
      awaitOutput(up, "}\n");
      List<ProcessHandle> children = up.descendants().toList();
      Json status = JsonText.parse(text("out"));
      assertThat(status.get("pid")).contains(Json.of(up.pid()));
      assertThat(children).isNotEmpty();
      // SIGTERM instead of SIGINT: a background process started by a shell ignores SIGINT.
      up.destroy();

      assertThat(up.waitFor()).isEqualTo(128 + 15);
      assertThat(children).noneMatch(ProcessHandle::isAlive);
      assertThat(text("err")).isEqualTo("pawl: preparing for quick starts ...\n");
      assertThat(folder.resolve("pawl-data/server.pid")).doesNotExist();
      assertThat(folder.resolve("pawl-data/server.url")).doesNotExist();
    } finally {
      up.destroy();
      up.waitFor();
    }

    // The unpacked jar and the AOT cache are kept for the next start.
    assertThat(target.resolve("up/pawl-server.jar")).exists();
    assertThat(target).isDirectoryContaining("glob:**/pawl-*.{aot,jsa}");
    Shell.Outcome help = Shell.run(folder, THIS_JDK, "./pawl help up");
    assertThat(help.errors()).isEmpty();
    assertThat(help.output()).startsWith("Usage: pawl up ").contains("--port=PORT");
  }

  private Process start(String... line) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(line)
            .directory(folder.toFile())
            .redirectOutput(folder.resolve("out").toFile())
            .redirectError(folder.resolve("err").toFile());
    builder.environment().keySet().removeIf(name -> name.startsWith("PAWL_"));
    builder.environment().putAll(THIS_JDK);
    return builder.start();
  }

  private void awaitOutput(Process process, String end) throws IOException {
    Instant limit = Instant.now().plus(START_TIMEOUT);
    while (!text("out").endsWith(end)) {
      assertThat(process.isAlive() && Instant.now().isBefore(limit))
          .as(text("out") + text("err"))
          .isTrue();
      LockSupport.parkNanos(Duration.ofMillis(20).toNanos());
    }
  }

  private String text(String file) throws IOException {
    return Files.readString(folder.resolve(file));
  }

  private void checkout(String module) throws IOException {
    Files.copy(
        Checkout.ROOT.resolve("pawl"), folder.resolve("pawl"), StandardCopyOption.COPY_ATTRIBUTES);
    for (String file : List.of("pom.xml", module + "/pom.xml", module + "/src/main/A.java")) {
      Files.createDirectories(folder.resolve(file).getParent());
      Files.createFile(folder.resolve(file));
    }
  }

  private void checkoutWithoutMaven() throws IOException {
    checkout("cli");
    for (String tool : TOOLS) {
      executable("tools/" + tool, "#!/bin/sh\nPATH=$USUAL_PATH exec " + tool + " \"$@\"\n");
    }
  }

  private Map<String, String> toolsOnly() {
    return toolsOnly(System.getProperty("java.home"));
  }

  private Map<String, String> toolsOnly(String javaHome) {
    return Map.of(
        "PATH", folder + "/tools", "USUAL_PATH", System.getenv("PATH"), "JAVA_HOME", javaHome);
  }

  private void executable(String file, String text) throws IOException {
    Path path = folder.resolve(file);
    Files.createDirectories(path.getParent());
    Files.writeString(path, text);
    assertThat(path.toFile().setExecutable(true)).isTrue();
  }
}
