package dev.pawl.simulation.conformance;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * {@code docs/conformance.md}: the result table of a run, and the list of allowed deviations with
 * their reasons.
 */
public final class ConformancePage {

  private static final String BEGIN = "<!-- produced by ConformanceTest -->\n";
  private static final String END = "<!-- end -->\n";
  private static final Pattern DEVIATION = Pattern.compile("^\\| `([^`]+)` \\| (.+) \\|$");

  private final Path file =
      Path.of(System.getProperty("pawl.root", ".."), "docs", "conformance.md");

  /** Returns the reasons of deviations by case id. */
  public Map<String, String> deviations() throws IOException {
    Map<String, String> reasons = new TreeMap<>();
    for (String line : Files.readAllLines(file)) {
      Matcher matcher = DEVIATION.matcher(line);
      if (matcher.matches()) {
        reasons.put(matcher.group(1), matcher.group(2));
      }
    }
    return reasons;
  }

  /** Returns the result table of the page. */
  public String table() throws IOException {
    String text = Files.readString(file);
    return text.substring(text.indexOf(BEGIN) + BEGIN.length(), text.indexOf(END));
  }

  public void replaceTable(String table) throws IOException {
    String text = Files.readString(file);
    Files.writeString(
        file,
        text.substring(0, text.indexOf(BEGIN) + BEGIN.length())
            + table
            + text.substring(text.indexOf(END)));
  }
}
