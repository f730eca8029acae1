package dev.pawl.cli.remote.server;

import dev.pawl.cli.file.UsageException;
import dev.pawl.cli.program.Version;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Unmatched;

/**
 * Shows {@code pawl up} in the list of commands. The launcher starts the server, which is another
 * program; this class only reports that.
 */
@Command(
    name = "up",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = {
      "Starts a server, with an embedded PostgreSQL unless a database is given.",
      "",
      "Its options are those of the server: see ./pawl up --help.",
      ""
    },
    customSynopsis = "pawl up [OPTIONS]",
    footerHeading = "%nExamples:%n",
    footer = {"  pawl up", "  pawl up --port 9000 --data /var/lib/pawl"})
public final class UpCommand implements Callable<Integer> {

  @Unmatched private List<String> options = new ArrayList<>();

  @Override
  public Integer call() {
    throw new UsageException(
        "the server is a separate program; start it with ./pawl up %s"
            .formatted(String.join(" ", options))
            .strip());
  }
}
