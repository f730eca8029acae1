package dev.pawl.cli.remote;

import dev.pawl.cli.http.Client;
import dev.pawl.cli.program.ExitCode;
import dev.pawl.cli.program.Version;
import dev.pawl.cli.show.Printable;
import dev.pawl.cli.show.Table;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonObject;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code pawl ls}. */
@Command(
    name = "ls",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = {"Lists executions, newest first.", ""},
    footerHeading = "%nExamples:%n",
    footer = {
      "  pawl ls",
      "  pawl ls --status failed --flow order",
      "  pawl ls --label team:shop --limit 500 --json"
    })
final class LsCommand implements Callable<Integer> {

  @Mixin private ServerOptions server = new ServerOptions();

  @Option(names = "--flow", paramLabel = "FLOW", description = "Of that flow.")
  private @Nullable String flow;

  @Option(
      names = "--status",
      paramLabel = "STATUS",
      description = "Such as running, waiting, paused, succeeded, failed.")
  private @Nullable String status;

  @Option(names = "--business-key", paramLabel = "TEXT", description = "With that business key.")
  private @Nullable String businessKey;

  @Option(
      names = "--label",
      paramLabel = "NAME:VALUE",
      description = "With that label; may be given again.")
  private List<String> labels = List.of();

  @Option(names = "--error", paramLabel = "NAME", description = "That failed with that error.")
  private @Nullable String error;

  @Option(names = "--from", paramLabel = "TIME", description = "Started at that time or later.")
  private @Nullable String from;

  @Option(names = "--to", paramLabel = "TIME", description = "Started before that time.")
  private @Nullable String to;

  @Option(names = "--test", description = "Only tests, which are left out otherwise.")
  private boolean test;

  @Option(
      names = "--limit",
      paramLabel = "N",
      description = "How many at most; 50 if nothing is said.")
  private int limit = 50;

  @Override
  public Integer call() {
    List<Json> found = server.client().list("/api/flows/executions" + query(), limit);
    Table table = new Table("ID", "FLOW", "STATUS", "STARTED", "TOOK", "BUSINESS KEY", "ERROR");
    for (Json one : found) {
      table.row(
          Executions.text(one, "id"),
          Executions.version(one),
          Executions.text(one, "status"),
          Executions.time(Executions.text(one, "startedAt")),
          Executions.took(one),
          Executions.text(one, "businessKey"),
          Printable.shortened(Executions.error(one), 60));
    }
    server.show(
        JsonObject.of("items", JsonArray.of(found)),
        table.isEmpty() ? "no executions\n" : table.text(server.paint()));
    return ExitCode.SUCCESS;
  }

  private String query() {
    StringBuilder query = new StringBuilder();
    add(query, "flow", flow);
    add(query, "status", status == null ? null : status.toUpperCase(Locale.ROOT));
    add(query, "businessKey", businessKey);
    labels.forEach(label -> add(query, "label", label));
    add(query, "error", error);
    add(query, "from", from);
    add(query, "to", to);
    add(query, "test", test ? "true" : null);
    return query.toString();
  }

  private static void add(StringBuilder query, String name, @Nullable String value) {
    if (value != null) {
      query.append(query.isEmpty() ? '?' : '&').append(name).append('=').append(Client.part(value));
    }
  }
}
