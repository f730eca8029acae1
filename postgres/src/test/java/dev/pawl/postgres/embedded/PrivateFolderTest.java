package dev.pawl.postgres.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@DisabledOnOs(OS.WINDOWS)
class PrivateFolderTest {

  private static final Set<String> NAMES = Set.of("ours");

  @TempDir Path base;

  private static void allow(Path path, String mode) throws IOException {
    Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(mode));
  }

  private static String mode(Path path) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
  }

  @Test
  void shouldCreateAFolderForItsOwnerAlone() throws Exception {
    Path folder = base.resolve("a/b");

    PrivateFolder.prepare(folder, NAMES);

    assertThat(mode(folder)).isEqualTo("rwx------");
  }

  @Test
  void shouldRestrictAFolderOfTheCaller() throws Exception {
    Path empty = Files.createDirectory(base.resolve("empty"));
    Path used = Files.createDirectory(base.resolve("used"));
    Files.writeString(used.resolve("ours"), "");
    Files.writeString(used.resolve("other"), "");

    for (Path folder : Set.of(empty, used)) {
      for (String open : Set.of("rwxr-xr-x", "rwxr-x---", "rwxrwxrwx")) {
        allow(folder, open);

        PrivateFolder.prepare(folder, NAMES);

        assertThat(mode(folder)).as(open).isEqualTo("rwx------");
      }
    }
  }

  @Test
  void shouldNotRestrictAFolderWithOtherFiles() throws Exception {
    Path folder = Files.createDirectory(base.resolve("theirs"));
    Files.writeString(folder.resolve("other"), "");
    allow(folder, "rwxr-xr-x");

    assertThatThrownBy(() -> PrivateFolder.prepare(folder, NAMES))
        .isInstanceOf(PrivateFolder.OpenFolderException.class)
        .hasMessageContaining("chmod 700 " + folder)
        .hasMessageContaining("rwxr-xr-x");

    assertThat(mode(folder)).isEqualTo("rwxr-xr-x");
  }

  @Test
  void shouldRestrictAFile() throws Exception {
    Path file = Files.writeString(base.resolve("file"), "");
    allow(file, "rw-r--r--");

    PrivateFolder.tightenFile(file);

    assertThat(mode(file)).isEqualTo("rw-------");
  }
}
