package dev.pawl.cli.remote.access;

import dev.pawl.cli.program.ExitCode;
import dev.pawl.cli.program.Version;
import dev.pawl.cli.remote.shared.ExecutionText;
import dev.pawl.cli.remote.shared.ServerOptions;
import dev.pawl.cli.show.Table;
import dev.pawl.client.admin.AuditEntry;
import dev.pawl.client.admin.AuditFilter;
import dev.pawl.client.admin.AuditVerification;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonObject;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Implements {@code pawl audit}: lists the entries of the audit trail. */
@Command(
    name = "audit",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = {"Lists the entries of the audit trail, newest first.", ""},
    synopsisSubcommandLabel = "[verify]",
    subcommands = AuditCommand.Verify.class,
    footerHeading = "%nExamples:%n",
    footer = {
      "  pawl audit --denied",
      "  pawl audit --from 2030-01-01T00:00:00Z --limit 500 --json",
      "  pawl audit verify"
    })
public final class AuditCommand implements Callable<Integer> {

  @Mixin private ServerOptions server = new ServerOptions();

  @Option(
      names = "--actor",
      paramLabel = "NAME",
      description = "Only requests of this key or user.")
  private @Nullable String actor;

  @Option(names = "--denied", description = "Only requests that were refused.")
  private boolean denied;

  @Option(
      names = "--from",
      paramLabel = "TIME",
      description = "Only entries at this time or later.")
  private @Nullable String from;

  @Option(names = "--to", paramLabel = "TIME", description = "Only entries before this time.")
  private @Nullable String to;

  @Option(
      names = "--limit",
      paramLabel = "N",
      description = "The maximum number of entries; the default is 50.")
  private int limit = 50;

  @Override
  public Integer call() {
    List<Json> entries =
        server.client().audit().search(filter(), limit).map(AuditEntry::json).toList();
    Table table = new Table("AT", "ACTOR", "STATUS", "ENDPOINT", "TARGET", "FROM");
    for (Json entry : entries) {
      table.row(
          ExecutionText.time(ExecutionText.text(entry, "at")),
          ExecutionText.text(entry, "actor"),
          ExecutionText.text(entry, "status"),
          ExecutionText.text(entry, "endpoint"),
          ExecutionText.text(entry, "target"),
          ExecutionText.text(entry, "address"));
    }
    server.show(
        JsonObject.of("items", JsonArray.of(entries)),
        table.isEmpty() ? "no entries\n" : table.text(server.paint()));
    return ExitCode.SUCCESS;
  }

  /** Returns the criteria unchecked, as they were given; the server validates them. */
  private AuditFilter filter() {
    Map<String, String> criteria = new HashMap<>();
    put(criteria, "actor", actor);
    put(criteria, "denied", denied ? "true" : null);
    put(criteria, "from", from);
    put(criteria, "to", to);
    return new AuditFilter(criteria);
  }

  private static void put(Map<String, String> criteria, String name, @Nullable String value) {
    if (value != null) {
      criteria.put(name, value);
    }
  }

  /** Implements {@code pawl audit verify}: checks that the audit trail is intact. */
  @Command(
      name = "verify",
      mixinStandardHelpOptions = true,
      versionProvider = Version.class,
      description = {"Checks that no entry of the audit trail was changed or removed.", ""},
      footerHeading = "%nExamples:%n",
      footer = {"  pawl audit verify --json"})
  static final class Verify implements Callable<Integer> {

    @Mixin private ServerOptions server = new ServerOptions();

    @Override
    public Integer call() {
      AuditVerification found = server.client().audit().verify();
      server.show(
          found.json(),
          found.isIntact()
              ? "%d entries, none of them changed\n".formatted(found.entries())
              : "entry %s is not what it was, or one before it is missing\n"
                  .formatted(ExecutionText.text(found.json(), "brokenAt")));
      return found.isIntact() ? ExitCode.SUCCESS : ExitCode.FAILURE;
    }
  }
}
