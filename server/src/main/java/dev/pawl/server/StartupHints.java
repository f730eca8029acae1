package dev.pawl.server;

import dev.pawl.server.settings.Setting;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * The commands that {@code pawl up} suggests, ready to be typed.
 *
 * @param program name by which the launcher was called
 * @param where options that direct commands to this server; empty if none are needed
 */
record StartupHints(String program, String where) {

  /** System property that the launcher sets to its own name. */
  private static final String PROGRAM = "pawl.program";

  /** Variables that direct commands to another server or key. */
  private static final List<String> CLIENT_VARIABLES =
      List.of("PAWL_URL", "PAWL_PROFILE", "PAWL_KEY");

  private static final Pattern SAFE_IN_A_SHELL = Pattern.compile("[\\w:./@+-]+");

  /**
   * Creates the hints for a running server.
   *
   * @param address file by which commands find the server; it may be missing
   */
  static StartupHints of(
      ServerSettings settings, RuntimeFile address, Map<String, String> environment) {
    String program = word(System.getProperty(PROGRAM, "./pawl"));
    Path folder = settings.data().toAbsolutePath().normalize();
    if (!address.exists()) {
      return new StartupHints(
          program,
          " --url %s --key-file %s"
              .formatted(address.text().strip(), word(folder.resolve(FirstKey.FILE).toString())));
    }
    boolean isFound =
        settings.data().equals(Path.of(Setting.DATA.byDefault()))
            && CLIENT_VARIABLES.stream().noneMatch(environment::containsKey);
    return new StartupHints(program, isFound ? "" : " --data " + word(folder.toString()));
  }

  String command(String words) {
    return program + " " + words + where;
  }

  /** Quotes a text for the shell if necessary. */
  private static String word(String text) {
    return SAFE_IN_A_SHELL.matcher(text).matches() ? text : "'" + text.replace("'", "'\\''") + "'";
  }
}
