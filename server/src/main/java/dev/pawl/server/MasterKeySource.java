package dev.pawl.server;

import dev.pawl.postgres.secret.MasterKey;
import dev.pawl.postgres.secret.MasterKeyException;
import dev.pawl.postgres.secret.MasterKeys;
import dev.pawl.server.settings.Setting;
import dev.pawl.server.settings.Settings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Where the master key comes from: a file, a variable or, with the embedded database, a file in the
 * data directory that is created at the first start.
 *
 * @param file file with the key
 * @param previousFile file with the key that is being replaced
 * @param text the key itself, from the environment
 */
public record MasterKeySource(
    Optional<Path> file, Optional<Path> previousFile, Optional<String> text) {

  /** Environment variable with the key; not a setting, since options are visible to other users. */
  static final String VARIABLE = "PAWL_MASTER_KEY";

  /** File in the data directory of an embedded database. */
  static final String FILE = "master.key";

  /** The file that a key is written to before it gets its name. */
  static final String TEMPORARY_FILE = "master.key.new";

  /** No key but that of the data directory. */
  static final MasterKeySource DEFAULT =
      new MasterKeySource(Optional.empty(), Optional.empty(), Optional.empty());

  private static final FileAttribute<Set<PosixFilePermission>> FOR_ITS_OWNER =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

  /** Returns a source that has the key already, for tests. */
  static MasterKeySource of(MasterKey key) {
    return new MasterKeySource(Optional.empty(), Optional.empty(), Optional.of(key.encoded()));
  }

  static MasterKeySource of(Settings settings, Map<String, String> environment) {
    return new MasterKeySource(
        path(settings, Setting.MASTER_KEY_FILE),
        path(settings, Setting.PREVIOUS_MASTER_KEY_FILE),
        Optional.ofNullable(environment.get(VARIABLE)).filter(text -> !text.isBlank()));
  }

  private static Optional<Path> path(Settings settings, Setting setting) {
    return Optional.of(settings.text(setting)).filter(text -> !text.isEmpty()).map(Path::of);
  }

  /**
   * Reads the keys.
   *
   * @param data data directory
   * @param isEmbedded true if the database is in the data directory, where a missing key is created
   * @throws StartRefusedException if a key is unusable, or there are two
   */
  MasterKeys load(Path data, boolean isEmbedded) {
    if (file.isPresent() && text.isPresent()) {
      throw new StartRefusedException(
          "there are two master keys: remove %s or --%s"
              .formatted(VARIABLE, Setting.MASTER_KEY_FILE.key()));
    }
    try {
      Optional<MasterKey> current =
          file.map(MasterKey::read)
              .or(() -> text.map(key -> MasterKey.parse(key, "the variable " + VARIABLE)))
              .or(() -> isEmbedded ? Optional.of(inFolder(data)) : Optional.empty());
      if (current.isEmpty() && previousFile.isPresent()) {
        throw new StartRefusedException(
            "--%s needs the new key too: give it as --%s"
                .formatted(Setting.PREVIOUS_MASTER_KEY_FILE.key(), Setting.MASTER_KEY_FILE.key()));
      }
      return new MasterKeys(current, previousFile.map(MasterKey::read));
    } catch (MasterKeyException unusable) {
      throw new StartRefusedException(String.valueOf(unusable.getMessage()));
    }
  }

  private static MasterKey inFolder(Path data) {
    Path kept = data.resolve(FILE);
    try {
      if (!Files.exists(kept)) {
        Path almost = data.resolve(TEMPORARY_FILE);
        Files.deleteIfExists(almost);
        Files.createFile(almost, FOR_ITS_OWNER);
        Files.writeString(almost, MasterKey.random().encoded() + "\n");
        Files.move(almost, kept, StandardCopyOption.ATOMIC_MOVE);
      }
      return MasterKey.read(kept);
    } catch (IOException e) {
      throw new UncheckedIOException("the master key cannot be kept in " + kept, e);
    }
  }

  /** Leaves out the key so that it is not logged. */
  @Override
  public String toString() {
    return "file %s, previous file %s, %s"
        .formatted(file, previousFile, text.isPresent() ? VARIABLE : "no variable");
  }
}
