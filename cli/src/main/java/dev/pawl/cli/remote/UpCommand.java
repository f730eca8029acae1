package dev.pawl.cli.remote;

import dev.pawl.cli.file.UsageException;
import dev.pawl.cli.program.Version;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Unmatched;

/** {@code pawl up} in the list of commands. It is the server's own: the launcher starts that. */
@Command(
    name = "up",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = {
      "Starts a server, with a PostgreSQL of its own unless there is another.",
      "",
      "Its options are those of the server: ./pawl up --help tells them.",
      ""
    },
    customSynopsis = "pawl up [OPTIONS]",
    footerHeading = "%nExamples:%n",
    footer = {"  pawl up", "  pawl up --port 9000 --data /var/lib/pawl"})
final class UpCommand implements Callable<Integer> {

  @Unmatched private List<String> options = new ArrayList<>();

  @Override
  public Integer call() {
    throw new UsageException(
        "servers are another program: ./pawl up %s".formatted(String.join(" ", options)).strip());
  }
}
