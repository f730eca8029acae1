package dev.pawl.cli.remote;

import dev.pawl.cli.http.Client;
import dev.pawl.cli.program.ExitCode;
import dev.pawl.cli.program.Version;
import dev.pawl.cli.show.Table;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code pawl audit}: who did what. */
@Command(
    name = "audit",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = {"Shows who did what and who was refused, newest first.", ""},
    synopsisSubcommandLabel = "[verify]",
    subcommands = AuditCommand.Verify.class,
    footerHeading = "%nExamples:%n",
    footer = {
      "  pawl audit --denied",
      "  pawl audit --from 2030-01-01T00:00:00Z --limit 500 --json",
      "  pawl audit verify"
    })
final class AuditCommand implements Callable<Integer> {

  @Mixin private ServerOptions server = new ServerOptions();

  @Option(names = "--actor", paramLabel = "NAME", description = "Done by that one.")
  private @Nullable String actor;

  @Option(names = "--denied", description = "Only what was refused.")
  private boolean denied;

  @Option(names = "--from", paramLabel = "TIME", description = "At that time or later.")
  private @Nullable String from;

  @Option(names = "--to", paramLabel = "TIME", description = "Before that time.")
  private @Nullable String to;

  @Option(
      names = "--limit",
      paramLabel = "N",
      description = "How many at most; 50 if nothing is said.")
  private int limit = 50;

  @Override
  public Integer call() {
    List<Json> entries = server.client().list("/api/audit" + query(), limit);
    Table table = new Table("AT", "ACTOR", "STATUS", "DOOR", "TARGET", "FROM");
    for (Json entry : entries) {
      table.row(
          Executions.time(Executions.text(entry, "at")),
          Executions.text(entry, "actor"),
          Executions.text(entry, "status"),
          Executions.text(entry, "door"),
          Executions.text(entry, "target"),
          Executions.text(entry, "address"));
    }
    server.show(
        JsonObject.of("items", JsonArray.of(entries)),
        table.isEmpty() ? "no entries\n" : table.text(server.paint()));
    return ExitCode.SUCCESS;
  }

  private String query() {
    List<String> parts = new ArrayList<>();
    add(parts, "actor", actor);
    add(parts, "denied", denied ? "true" : null);
    add(parts, "from", from);
    add(parts, "to", to);
    return parts.isEmpty() ? "" : "?" + String.join("&", parts);
  }

  private static void add(List<String> parts, String name, @Nullable String value) {
    if (value != null) {
      parts.add(name + "=" + Client.part(value));
    }
  }

  /** {@code pawl audit verify}. */
  @Command(
      name = "verify",
      mixinStandardHelpOptions = true,
      versionProvider = Version.class,
      description = {"Says whether every entry of the audit is what it was.", ""},
      footerHeading = "%nExamples:%n",
      footer = {"  pawl audit verify --json"})
  static final class Verify implements Callable<Integer> {

    @Mixin private ServerOptions server = new ServerOptions();

    @Override
    public Integer call() {
      Json found = server.client().get("/api/audit/verify");
      boolean isIntact = Executions.text(found, "intact").equals("true");
      server.show(
          found,
          isIntact
              ? "%s entries, none of them changed\n".formatted(Executions.text(found, "entries"))
              : "entry %s is not what it was, or one before it is missing\n"
                  .formatted(Executions.text(found, "brokenAt")));
      return isIntact ? ExitCode.SUCCESS : ExitCode.FAILURE;
    }
  }
}
