package dev.pawl.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.postgres.database.Database;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@DisabledOnOs(OS.WINDOWS)
class DataDirectoryTest {

  @TempDir Path base;

  private static String mode(Path path) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
  }

  private static void open(Path path) throws IOException {
    String mode = Files.isDirectory(path) ? "rwxr-xr-x" : "rw-r--r--";
    Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(mode));
  }

  @Test
  void shouldCloseAPermissiveFolderOfAnOlderRelease() throws Exception {
    Path data = Files.createDirectory(base.resolve("data"));
    Path key = Files.writeString(data.resolve("admin.key"), "");
    Path config = Files.writeString(data.resolve("pawl.conf"), "");
    open(key);
    open(config);
    open(data);

    DataDirectory.prepare(ServerSettings.in(data));

    assertThat(mode(data)).isEqualTo("rwx------");
    assertThat(mode(key)).isEqualTo("rw-------");
    assertThat(mode(config)).isEqualTo("rw-------");
  }

  @Test
  void shouldRejectAnOpenFolderWithOtherFiles() throws Exception {
    Path home = Files.createDirectory(base.resolve("home"));
    Files.writeString(home.resolve("message.txt"), "");
    open(home);

    assertThatThrownBy(() -> DataDirectory.prepare(ServerSettings.in(home)))
        .isInstanceOf(StartRefusedException.class)
        .hasMessageContaining("chmod 700 " + home)
        .hasMessageEndingWith("with --data");
  }

  @Test
  void shouldNeedNoFolderWithAnExternalDatabase() throws Exception {
    Path file = Files.writeString(base.resolve("file"), "");
    ServerSettings settings = ServerSettings.in(file.resolve("data"));

    DataDirectory.prepare(settings.withDatabase(Database.at("postgresql://host/name")));

    assertThatThrownBy(() -> DataDirectory.prepare(settings))
        .isInstanceOf(StartRefusedException.class)
        .hasMessageContaining("is a file, not a folder")
        .hasMessageContaining("--data");
  }
}
