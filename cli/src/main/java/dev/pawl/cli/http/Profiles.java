package dev.pawl.cli.http;

import dev.pawl.cli.file.Texts;
import dev.pawl.cli.file.UsageException;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Reads and writes the named servers of a user, in a file that only the user can read. Its lines
 * have the form {@code work.url = https://pawl.example.com} and {@code work.key = pawl_...}; {@code
 * default = work} selects the default profile.
 */
public final class Profiles {

  private static final String DEFAULT = "default";
  private static final String NAME = "[A-Za-z0-9_-]{1,50}";

  private final Path file;

  public Profiles(Path file) {
    this.file = file;
  }

  /** Returns the profiles in the user's configuration folder. */
  public static Profiles of(Map<String, String> environment) {
    String home = environment.getOrDefault("HOME", System.getProperty("user.home", "."));
    String config =
        Optional.ofNullable(environment.get("XDG_CONFIG_HOME"))
            .filter(text -> !text.isEmpty())
            .orElse(home + "/.config");
    return new Profiles(Path.of(config, "pawl", "profiles.properties"));
  }

  /** Returns the file that holds the profiles. */
  public Path file() {
    return file;
  }

  /** Returns the names of all profiles, sorted. */
  public Set<String> names() {
    Set<String> names = new TreeSet<>();
    read().keySet().stream()
        .filter(key -> key.endsWith(".url"))
        .forEach(key -> names.add(key.substring(0, key.length() - ".url".length())));
    return names;
  }

  /** Returns the name of the default profile; empty if there is none. */
  public Optional<String> defaultProfile() {
    return Optional.ofNullable(read().get(DEFAULT));
  }

  /**
   * Returns the server of a profile.
   *
   * @throws UsageException if there is no such profile
   */
  public ServerAddress get(String name) {
    Map<String, String> lines = read();
    String url = lines.get(name + ".url");
    if (url == null) {
      throw new UsageException(
          "there is no profile '%s' in %s; it has %s"
              .formatted(name, file, names().isEmpty() ? "none" : String.join(", ", names())));
    }
    return new ServerAddress(
        ServerAddress.url(url), Optional.ofNullable(lines.get(name + ".key")), "profile " + name);
  }

  /** Adds or replaces a profile. */
  public void put(String name, String url, String key) {
    if (!name.matches(NAME) || name.equals(DEFAULT)) {
      throw new UsageException("a profile's name is made of letters, digits, - and _");
    }
    Map<String, String> lines = read();
    lines.put(name + ".url", ServerAddress.url(url).toString());
    lines.put(name + ".key", key);
    write(lines);
  }

  /** Makes a profile the default. */
  public void setDefault(String name) {
    get(name);
    Map<String, String> lines = read();
    lines.put(DEFAULT, name);
    write(lines);
  }

  /** Removes a profile and its key. */
  public void remove(String name) {
    get(name);
    Map<String, String> lines = read();
    lines.remove(name + ".url");
    lines.remove(name + ".key");
    lines.remove(DEFAULT, name);
    write(lines);
  }

  private Map<String, String> read() {
    Map<String, String> lines = new TreeMap<>();
    if (!Files.exists(file)) {
      return lines;
    }
    checkPrivate();
    Properties properties = new Properties();
    try {
      properties.load(new StringReader(Texts.read(file.toString())));
    } catch (IOException | IllegalArgumentException e) {
      throw new UsageException(file + " cannot be read: " + e.getMessage());
    }
    properties.forEach((key, value) -> lines.put(key.toString(), value.toString().strip()));
    return lines;
  }

  private void checkPrivate() {
    try {
      Set<PosixFilePermission> allowed = PosixFilePermissions.fromString("rw-------");
      if (!allowed.containsAll(Files.getPosixFilePermissions(file))) {
        throw new UsageException(
            "others can read the keys in %s; run chmod 600 on it".formatted(file));
      }
    } catch (UnsupportedOperationException | IOException e) {
      // The file system does not support POSIX permissions.
    }
  }

  private void write(Map<String, String> lines) {
    StringBuilder text = new StringBuilder();
    lines.forEach((key, value) -> text.append(key).append(" = ").append(value).append('\n'));
    try {
      Files.createDirectories(file.getParent());
      Path temporary =
          Files.createTempFile(
              file.getParent(),
              "profiles",
              ".new",
              PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
      Files.writeString(temporary, text);
      Files.move(temporary, file, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new UsageException(file + " cannot be written: " + e.getMessage());
    }
  }
}
