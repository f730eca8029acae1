package dev.pawl.cli.remote;

import dev.pawl.cli.show.Printable;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Commands that do what a server says by a path. */
final class Releases {

  private record Way(Pattern path, String command) {}

  private static final List<Way> WAYS =
      List.of(
          way("POST /api/admin/flows/(pause|resume)-all", "pawl $1-all"),
          // A name that a shell would take apart is left to those who know how to write it.
          way("POST /api/flows/executions/([^/\\s]+)/events/([\\w.:-]+)$", "pawl signal $1 $2"),
          way(
              "POST /api/flows/executions/([^/\\s]+)/decide with \\{\"step\":"
                  + " \"([\\w/#@.%-]+)\"\\}",
              "pawl decide $1 --step $2"),
          way(
              "POST /api/flows/executions/([^/\\s]+)/decide with"
                  + " \\{\"step\": \"([\\w/#@.%-]+)\", \"outcome\": OUTCOME\\}",
              "pawl decide $1 OUTCOME --step $2"),
          way(
              "POST /api/flows/executions/([^/\\s]+)/(cancel|pause|resume|retry)\\b",
              "pawl $2 $1"));

  private Releases() {}

  private static Way way(String path, String command) {
    return new Way(Pattern.compile(path), command);
  }

  /** Empty if a release names no path that a command goes. */
  static Optional<String> command(String release) {
    for (Way way : WAYS) {
      Matcher found = way.path().matcher(release);
      if (found.find()) {
        Matcher path = way.path().matcher(found.group());
        return Optional.of(Printable.line(path.replaceFirst(way.command())));
      }
    }
    return Optional.empty();
  }
}
