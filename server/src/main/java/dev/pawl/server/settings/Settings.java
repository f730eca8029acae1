package dev.pawl.server.settings;

import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The values of all settings with their sources: option, environment variable, file or default. */
public final class Settings {

  /** Prefix of the environment variables. */
  public static final String PREFIX = "PAWL_";

  /**
   * Variables with the prefix that are not settings, but used by the launcher, the commands and the
   * programs they run.
   */
  private static final Set<String> OTHER_VARIABLES =
      Set.of(
          "PAWL_CONFIG",
          "PAWL_JAVA_OPTIONS",
          "PAWL_URL",
          "PAWL_KEY",
          "PAWL_MASTER_KEY",
          "PAWL_PROFILE",
          "PAWL_IDEMPOTENCY_KEY",
          "PAWL_ATTEMPT",
          "PAWL_EXECUTION",
          "PAWL_FLOW",
          "PAWL_STEP");

  private final Map<Setting, SettingValue> values = new EnumMap<>(Setting.class);

  /**
   * A value of a setting.
   *
   * @param source where the value comes from, for users
   */
  public record SettingValue(String value, String source) {}

  private Settings() {}

  /**
   * Reads all settings; options override variables, and variables override the file.
   *
   * @param flags options of the command line
   * @param environment environment variables
   * @param config file named on the command line; empty if none is
   * @throws SettingException for the first invalid setting
   */
  public static Settings read(
      Map<Setting, String> flags, Map<String, String> environment, Optional<Path> config) {
    Settings settings = new Settings();
    for (Setting setting : Setting.values()) {
      settings.values.put(setting, new SettingValue(setting.byDefault(), "default"));
    }
    Map<Setting, String> variables = variables(environment);
    Optional<Path> named =
        config.or(() -> Optional.ofNullable(environment.get("PAWL_CONFIG")).map(Path::of));
    file(settings, flags, variables, named);
    variables.forEach((setting, value) -> settings.put(setting, value, setting.variable()));
    flags.forEach((setting, value) -> settings.put(setting, value, setting.flag()));
    return settings;
  }

  private static void file(
      Settings settings,
      Map<Setting, String> flags,
      Map<Setting, String> variables,
      Optional<Path> named) {
    String folder =
        flags.getOrDefault(
            Setting.DATA, variables.getOrDefault(Setting.DATA, Setting.DATA.byDefault()));
    Path usual = Path.of(folder, ConfigFile.NAME);
    Optional<Path> file = named.or(() -> Optional.of(usual).filter(Files::exists));
    file.ifPresent(
        path -> {
          Map<Setting, String> lines = ConfigFile.read(path);
          if (named.isEmpty() && lines.containsKey(Setting.DATA)) {
            throw new SettingException(
                path + " lies in the data folder and cannot move it; name the file with --config");
          }
          lines.forEach((setting, value) -> settings.put(setting, value, path.toString()));
        });
  }

  private static Map<Setting, String> variables(Map<String, String> environment) {
    Map<Setting, String> values = new EnumMap<>(Setting.class);
    Map<String, Setting> known = new TreeMap<>();
    Stream.of(Setting.values()).forEach(setting -> known.put(setting.variable(), setting));
    environment.forEach(
        (name, value) -> {
          Setting setting = known.get(name);
          if (setting != null) {
            values.put(setting, value);
          } else if (name.startsWith(PREFIX) && !OTHER_VARIABLES.contains(name)) {
            throw new SettingException(
                "there is no setting for the variable %s; did you mean %s?"
                    .formatted(name, Nearest.to(name, known.keySet().stream())));
          }
        });
    return values;
  }

  private void put(Setting setting, String value, String source) {
    setting
        .form()
        .problem(value)
        .ifPresent(
            problem -> {
              throw new SettingException(
                  "%s (%s) %s, not '%s'".formatted(setting.key(), source, problem, masked(value)));
            });
    values.put(setting, new SettingValue(value, source));
  }

  public SettingValue value(Setting setting) {
    return values.getOrDefault(setting, new SettingValue("", "default"));
  }

  public String text(Setting setting) {
    return value(setting).value();
  }

  public int number(Setting setting) {
    return Integer.parseInt(text(setting));
  }

  public boolean isOn(Setting setting) {
    return text(setting).equals("true");
  }

  public Duration time(Setting setting) {
    return SettingFormat.duration(text(setting));
  }

  /** Returns true if the setting has a value; some have none by default. */
  public boolean isSet(Setting setting) {
    return !text(setting).isEmpty();
  }

  /** Returns all values with their sources as text, one per line; secrets are masked. */
  public String text() {
    StringBuilder out = new StringBuilder();
    values.forEach(
        (setting, given) ->
            out.append(
                "%-15s %-40s %s%n"
                    .formatted(
                        setting.key(),
                        given.value().isEmpty() ? "-" : masked(given.value()),
                        given.source())));
    return out.toString();
  }

  /** Returns all values with their sources as JSON. */
  public JsonObject json() {
    JsonObject.Builder all = JsonObject.builder();
    values.forEach(
        (setting, given) ->
            all.put(
                setting.key(),
                JsonObject.of("value", Json.of(masked(given.value())))
                    .with("source", Json.of(given.source()))));
    return all.build();
  }

  /** Replaces passwords within URLs by asterisks. */
  static String masked(String value) {
    return value
        .replaceAll("(://[^:/@\\s]*):[^@/\\s]*@", "$1:***@")
        .replaceAll("(?i)(password=)[^&\\s]*", "$1***");
  }
}
