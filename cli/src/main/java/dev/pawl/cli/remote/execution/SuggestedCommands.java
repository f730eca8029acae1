package dev.pawl.cli.remote.execution;

import dev.pawl.cli.show.Printable;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Translates the HTTP requests that a server suggests into commands of this program. */
final class SuggestedCommands {

  private record Rule(Pattern path, String command) {}

  private static final List<Rule> RULES =
      List.of(
          rule("POST /api/admin/flows/(pause|resume)-all", "pawl $1-all"),
          // Names that need quoting in a shell do not match: no command is better than a wrong
          // one.
          rule("POST /api/flows/executions/([^/\\s]+)/events/([\\w.:-]+)$", "pawl signal $1 $2"),
          rule(
              "POST /api/flows/executions/([^/\\s]+)/decide with \\{\"step\":"
                  + " \"([\\w/#@.%-]+)\"\\}",
              "pawl decide $1 --step $2"),
          rule(
              "POST /api/flows/executions/([^/\\s]+)/decide with"
                  + " \\{\"step\": \"([\\w/#@.%-]+)\", \"outcome\": OUTCOME\\}",
              "pawl decide $1 OUTCOME --step $2"),
          rule(
              "POST /api/flows/executions/([^/\\s]+)/(cancel|pause|resume|retry)\\b",
              "pawl $2 $1"));

  private SuggestedCommands() {}

  private static Rule rule(String path, String command) {
    return new Rule(Pattern.compile(path), command);
  }

  /** Returns the command for a suggested request; empty if no command corresponds to it. */
  static Optional<String> command(String suggestion) {
    for (Rule rule : RULES) {
      Matcher found = rule.path().matcher(suggestion);
      if (found.find()) {
        Matcher path = rule.path().matcher(found.group());
        return Optional.of(Printable.line(path.replaceFirst(rule.command())));
      }
    }
    return Optional.empty();
  }
}
