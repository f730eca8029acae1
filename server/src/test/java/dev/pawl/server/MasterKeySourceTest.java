package dev.pawl.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.postgres.secret.MasterKey;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MasterKeySourceTest {

  @TempDir Path folder;

  @Test
  void shouldCreateTheKeyOfAnEmbeddedDatabaseForItsOwnerOnly() throws Exception {
    MasterKey first = MasterKeySource.DEFAULT.load(folder, true).current().orElseThrow();

    MasterKey again = MasterKeySource.DEFAULT.load(folder, true).current().orElseThrow();

    assertThat(again.encoded()).isEqualTo(first.encoded());
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(keyFile())))
        .isEqualTo("rw-------");
  }

  @Test
  void shouldNotCreateAKeyForAnExternalDatabase() {
    assertThat(MasterKeySource.DEFAULT.load(folder, false).current()).isEmpty();
    assertThat(keyFile()).doesNotExist();
  }

  @Test
  void shouldReadTheKeyOfAFileAndItsPredecessor() throws Exception {
    MasterKey next = MasterKey.random();
    MasterKey old = MasterKey.random();
    Path nextFile = Files.writeString(folder.resolve("next"), next.encoded() + "\n");
    Path oldFile = Files.writeString(folder.resolve("old"), old.encoded());

    MasterKeySource source =
        new MasterKeySource(Optional.of(nextFile), Optional.of(oldFile), Optional.empty());

    assertThat(source.load(folder, false).current().orElseThrow().encoded())
        .isEqualTo(next.encoded());
    assertThat(source.load(folder, false).previous().orElseThrow().encoded())
        .isEqualTo(old.encoded());
  }

  @Test
  void shouldRejectAnInvalidKey() throws Exception {
    Path broken = Files.writeString(folder.resolve("broken"), "hunter2!");
    Optional<Path> none = Optional.empty();

    assertThatThrownBy(
            () ->
                new MasterKeySource(Optional.of(broken), none, Optional.empty()).load(folder, true))
        .isInstanceOf(StartRefusedException.class)
        .hasMessageContaining("must contain 32 bytes in Base64")
        .hasMessageNotContaining("hunter2");
    assertThatThrownBy(
            () ->
                new MasterKeySource(Optional.of(folder.resolve("gone")), none, Optional.empty())
                    .load(folder, true))
        .isInstanceOf(StartRefusedException.class)
        .hasMessageContaining("cannot be read");
    assertThatThrownBy(
            () ->
                new MasterKeySource(Optional.of(broken), none, Optional.of("x")).load(folder, true))
        .hasMessageContaining("two master keys");
    assertThatThrownBy(
            () ->
                new MasterKeySource(none, Optional.of(broken), Optional.empty())
                    .load(folder, false))
        .hasMessageContaining("--previous-master-key-file needs the new key too");
  }

  @Test
  void shouldNotPrintTheKey() {
    MasterKey key = MasterKey.random();

    assertThat(MasterKeySource.of(key).toString()).doesNotContain(key.encoded());
  }

  private Path keyFile() {
    return folder.resolve("master.key");
  }
}
