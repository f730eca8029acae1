package dev.pawl.postgres.embedded;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;
import static java.nio.file.StandardCopyOption.COPY_ATTRIBUTES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EmbeddedPostgresUserTest {

  private static final int NOBODY = 65_534;
  private static final List<String> AS_NOBODY =
      List.of("setpriv", "--reuid=" + NOBODY, "--regid=" + NOBODY, "--clear-groups", "--");

  @TempDir Path folder;

  @BeforeEach
  void assumeRoot() throws Exception {
    assumeTrue(Files.getAttribute(folder, "unix:uid").equals(0), "not root");
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  @Test
  void shouldRunAsAnOrdinaryUserAndThenUnderRootAsThatUser() throws Exception {
    Path home = Files.createDirectory(folder.resolve("home"));
    String classPath = readableClassPath();
    // What the fallback would unpack there, without the time it takes.
    Binaries binaries = Binaries.in(ServerPreparation.userCache().orElseThrow());
    Path programs = Files.createDirectory(home.resolve("programs"));
    copy(binaries.folder(), programs.resolve(binaries.folder().getFileName()));
    Files.setPosixFilePermissions(home, PosixFilePermissions.fromString("rwx------"));
    Folders.changeOwner(home, NOBODY, NOBODY);
    assumeTrue(
        ExternalProgram.succeeds(
            home, Stream.concat(AS_NOBODY.stream(), Stream.of(java(), "-version")).toList()),
        "others cannot run this Java");

    var noCache = Map.of("XDG_CACHE_HOME", "/nonexistent");
    try (ServerChild child = ServerChild.start(AS_NOBODY, classPath, noCache, home)) {
      assertThat(child.rows()).as(child.answer()).isEqualTo(1);
      assertThat(child.runsAs()).isEqualTo("nobody");
      assertThat(child.end()).isZero();
    }

    String cache = programs.toString();
    try (ServerChild child = ServerChild.start(home, cache)) {
      assertThat(child.rows()).as(child.answer()).isEqualTo(2);
      assertThat(child.runsAs()).isEqualTo("nobody");
    }

    runUnderRootWithoutUserNamespaces(cache);
  }

  private void runUnderRootWithoutUserNamespaces(String cache) throws Exception {
    Path tools = Files.createDirectory(folder.resolve("tools"));
    Path unshare = Files.writeString(tools.resolve("unshare"), "#!/bin/sh\nexit 1\n");
    assertThat(unshare.toFile().setExecutable(true)).isTrue();
    var noNamespaces = Map.of("PATH", tools + ":" + System.getenv("PATH"));
    Path data = Files.createDirectory(folder.resolve("data folder"));
    String classPath = System.getProperty("java.class.path");

    for (int rows = 1; rows <= 2; rows++) {
      try (ServerChild child = ServerChild.start(List.of(), classPath, noNamespaces, data, cache)) {
        assertThat(child.rows()).as(child.answer()).isEqualTo(rows);
        assertThat(child.runsAs()).isEqualTo("nobody");
      }
    }
  }

  private static String java() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
  }

  /** Ours may lie where only root can read. */
  private String readableClassPath() throws IOException {
    Path classes = Files.createDirectory(folder.resolve("classes"));
    var copied = new ArrayList<String>();
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
      Path source = Path.of(entry);
      Path target = classes.resolve(copied.size() + "-" + source.getFileName());
      if (!Files.exists(source)) {
        continue;
      }
      copy(source, target);
      copied.add(target.toString());
    }
    return String.join(File.pathSeparator, copied);
  }

  private static void copy(Path source, Path target) throws IOException {
    try (Stream<Path> paths = Files.walk(source)) {
      for (Path path : paths.toList()) {
        Path copy = target.resolve(source.relativize(path).toString());
        Files.copy(path, copy, COPY_ATTRIBUTES, NOFOLLOW_LINKS);
      }
    }
  }
}
