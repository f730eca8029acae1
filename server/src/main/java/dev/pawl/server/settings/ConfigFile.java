package dev.pawl.server.settings;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Reads a configuration file with lines {@code key = value}; {@code #} begins a comment. */
final class ConfigFile {

  /** Default name of the file in the data directory. */
  static final String NAME = "pawl.conf";

  private ConfigFile() {}

  static Map<Setting, String> read(Path file) {
    List<String> lines;
    try {
      lines = Files.readAllLines(file);
    } catch (NoSuchFileException e) {
      throw new SettingException("there is no file '" + file + "'");
    } catch (IOException e) {
      throw new SettingException("'" + file + "' cannot be read: " + e.getMessage());
    }
    Map<Setting, String> values = new EnumMap<>(Setting.class);
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i).strip();
      if (!line.isEmpty() && !line.startsWith("#")) {
        add(values, line, file + ":" + (i + 1));
      }
    }
    return values;
  }

  private static void add(Map<Setting, String> values, String line, String place) {
    int at = line.indexOf('=');
    if (at < 1) {
      throw new SettingException(place + ": a line is written key = value");
    }
    String key = line.substring(0, at).strip();
    Setting setting =
        Stream.of(Setting.values())
            .filter(candidate -> candidate.key().equals(key))
            .findFirst()
            .orElseThrow(
                () ->
                    new SettingException(
                        "%s: there is no setting '%s'; did you mean %s?"
                            .formatted(
                                place,
                                key,
                                Nearest.to(key, Stream.of(Setting.values()).map(Setting::key)))));
    if (values.put(setting, line.substring(at + 1).strip()) != null) {
      throw new SettingException(place + ": '" + key + "' is set twice");
    }
  }
}
