package dev.pawl.server;

import dev.pawl.server.settings.Setting;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * The commands that {@code pawl up} suggests, as they can be typed.
 *
 * @param program how the launcher was called
 * @param where the options by which the commands find this server; empty if they find it anyway
 */
record Hints(String program, String where) {

  /** Set by the launcher to its own name. */
  private static final String PROGRAM = "pawl.program";

  /** What would lead commands to another server, or let them use another key. */
  private static final List<String> ELSEWHERE = List.of("PAWL_URL", "PAWL_PROFILE", "PAWL_KEY");

  private static final Pattern SAFE_IN_A_SHELL = Pattern.compile("[\\w:./@+-]+");

  /**
   * @param address the file by which commands find the server, if it could be written
   */
  static Hints of(ServerSettings settings, RuntimeFile address, Map<String, String> environment) {
    String program = word(System.getProperty(PROGRAM, "./pawl"));
    Path folder = settings.data().toAbsolutePath().normalize();
    if (!address.isThere()) {
      return new Hints(
          program,
          " --url %s --key-file %s"
              .formatted(address.text().strip(), word(folder.resolve(FirstKey.FILE).toString())));
    }
    boolean isFound =
        settings.data().equals(Path.of(Setting.DATA.byDefault()))
            && ELSEWHERE.stream().noneMatch(environment::containsKey);
    return new Hints(program, isFound ? "" : " --data " + word(folder.toString()));
  }

  String command(String words) {
    return program + " " + words + where;
  }

  /** Quotes a text for the shell where it has to be. */
  private static String word(String text) {
    return SAFE_IN_A_SHELL.matcher(text).matches() ? text : "'" + text.replace("'", "'\\''") + "'";
  }
}
