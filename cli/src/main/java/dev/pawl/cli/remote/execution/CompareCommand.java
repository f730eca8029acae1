package dev.pawl.cli.remote.execution;

import dev.pawl.cli.program.ExitCode;
import dev.pawl.cli.program.Version;
import dev.pawl.cli.remote.execution.ExecutionComparison.Difference;
import dev.pawl.cli.remote.execution.ExecutionComparison.Divergence;
import dev.pawl.cli.remote.shared.ExecutionText;
import dev.pawl.cli.remote.shared.ServerOptions;
import dev.pawl.cli.show.Printable;
import dev.pawl.client.PawlClient;
import dev.pawl.client.execution.ExecutionsApi;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonNull;
import dev.pawl.sdk.JsonObject;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Implements {@code pawl compare}: finds where two executions first differ. */
@Command(
    name = "compare",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = {"Finds where two executions of a flow first differ.", ""},
    footerHeading = "%nExamples:%n",
    footer = {"  pawl compare 0190... 0191..."})
public final class CompareCommand implements Callable<Integer> {

  private static final int MAX_PAYLOAD = 400;

  @Mixin private ServerOptions server = new ServerOptions();

  @Parameters(index = "0", paramLabel = "ID", description = "The execution.")
  private String left = "";

  @Parameters(index = "1", paramLabel = "OTHER", description = "The execution to compare with.")
  private String right = "";

  /** One of the executions. */
  private record Side(Json execution, ExecutionsApi executions) {

    String id() {
      return ExecutionText.text(execution, "id");
    }

    String version() {
      return ExecutionText.text(execution, "version");
    }

    String head() {
      return "%s  %s %s  %s  %s"
          .formatted(
              id(),
              ExecutionText.text(execution, "flow"),
              ExecutionText.version(execution),
              ExecutionText.status(execution),
              ExecutionText.duration(execution));
    }

    String payload(Optional<ComparedStep> step, String member) {
      if (step.isEmpty()) {
        return "";
      }
      String text =
          executions
              .step(id(), step.get().id())
              .get("step")
              .flatMap(one -> one.get(member))
              .map(Json::toString)
              .orElse("null");
      return text.length() > MAX_PAYLOAD ? text.substring(0, MAX_PAYLOAD) + "…" : text;
    }
  }

  @Override
  public Integer call() {
    PawlClient client = server.client();
    Side a = new Side(client.executions().get(left).json(), client.executions());
    Side b = new Side(client.executions().get(right).json(), client.executions());
    ExecutionComparison comparison =
        ExecutionComparison.of(
            ComparedStep.of(client.executions().outlineWithDigests(a.id())),
            ComparedStep.of(client.executions().outlineWithDigests(b.id())));
    server.show(json(a, b, comparison), text(a, b, comparison));
    return ExitCode.SUCCESS;
  }

  private static Json json(Side a, Side b, ExecutionComparison comparison) {
    JsonObject counts = JsonObject.EMPTY;
    for (Difference kind : EnumSet.allOf(Difference.class)) {
      counts = counts.with(name(kind), Json.of(comparison.count(kind)));
    }
    return JsonObject.of("left", Json.of(a.id()))
        .with("right", Json.of(b.id()))
        .with("sameVersion", Json.of(a.version().equals(b.version())))
        .with("steps", Json.of(comparison.rows()))
        .with("differences", counts)
        .with("first", comparison.first().map(CompareCommand::json).orElse(JsonNull.NULL));
  }

  private static Json json(Divergence first) {
    return JsonObject.of("kind", Json.of(name(first.kind())))
        .with("state", Json.of(first.row().any().state()))
        .with("left", json(first.row().left()))
        .with("right", json(first.row().right()));
  }

  private static Json json(Optional<ComparedStep> step) {
    return step.<Json>map(
            one ->
                JsonObject.of("step", Json.of(one.id()))
                    .with("status", Json.of(one.status()))
                    .with("error", Json.of(one.error()))
                    .with("tookMs", one.tookMs().map(Json::of).orElse(JsonNull.NULL)))
        .orElse(JsonNull.NULL);
  }

  private static String name(Difference kind) {
    return kind.name().toLowerCase(Locale.ROOT);
  }

  private static String text(Side a, Side b, ExecutionComparison comparison) {
    StringBuilder text = new StringBuilder();
    text.append("A  ").append(Printable.line(a.head())).append('\n');
    text.append("B  ").append(Printable.line(b.head())).append('\n');
    if (!a.version().equals(b.version())) {
      text.append("they run different versions\n");
    }
    Optional<Divergence> first = comparison.first();
    if (first.isEmpty()) {
      return text.append("\nno difference in %d steps\n".formatted(comparison.rows())).toString();
    }
    text.append('\n').append(sentence(first.get())).append('\n');
    explain(a, b, first.get(), text);
    text.append(
        "\n%d steps; differences: %d of the path, %d of inputs, %d of outcomes, %d of outputs, %d of durations\n"
            .formatted(
                comparison.rows(),
                comparison.count(Difference.PATH),
                comparison.count(Difference.INPUT),
                comparison.count(Difference.ERROR),
                comparison.count(Difference.OUTPUT),
                comparison.count(Difference.DURATION)));
    return text.toString();
  }

  private static String sentence(Divergence first) {
    String state = Printable.line(first.row().any().state());
    return switch (first.kind()) {
      case PATH ->
          "they first differ in the path: only %s visits %s"
              .formatted(first.row().left().isPresent() ? "A" : "B", state);
      case INPUT -> "they first differ in the input of " + state;
      case ERROR -> "they first differ in the outcome of " + state;
      case OUTPUT -> "they first differ in the output of " + state;
      case DURATION -> "they differ in the duration of " + state + " only";
    };
  }

  private static void explain(Side a, Side b, Divergence first, StringBuilder text) {
    Optional<ComparedStep> ours = first.row().left();
    Optional<ComparedStep> theirs = first.row().right();
    switch (first.kind()) {
      case PATH -> {}
      case INPUT -> payloads(a, b, first, "input", text);
      case OUTPUT -> payloads(a, b, first, "output", text);
      case ERROR ->
          text.append("  A  ")
              .append(outcome(ours))
              .append("\n  B  ")
              .append(outcome(theirs))
              .append('\n');
      case DURATION ->
          text.append("  A  ")
              .append(took(ours))
              .append(" ms\n  B  ")
              .append(took(theirs))
              .append(" ms\n");
    }
  }

  private static void payloads(
      Side a, Side b, Divergence first, String member, StringBuilder text) {
    text.append("  A  ")
        .append(Printable.line(a.payload(first.row().left(), member)))
        .append("\n  B  ")
        .append(Printable.line(b.payload(first.row().right(), member)))
        .append('\n');
  }

  private static String outcome(Optional<ComparedStep> step) {
    return step.map(one -> Printable.line((one.status() + " " + one.error()).strip())).orElse("");
  }

  private static long took(Optional<ComparedStep> step) {
    return step.flatMap(ComparedStep::tookMs).orElse(0L);
  }
}
