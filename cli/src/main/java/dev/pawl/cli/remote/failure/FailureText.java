package dev.pawl.cli.remote.failure;

import dev.pawl.cli.remote.shared.ExecutionText;
import dev.pawl.cli.show.Paint;
import dev.pawl.cli.show.Printable;
import dev.pawl.cli.show.Table;
import dev.pawl.client.failure.FailureDetail;
import dev.pawl.client.failure.FailureFamily;
import dev.pawl.client.http.JsonMembers;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;
import java.util.Locale;
import java.util.stream.Collectors;

/** Prints failure families. */
final class FailureText {

  private FailureText() {}

  static String status(FailureFamily family) {
    return family.status().name().toLowerCase(Locale.ROOT);
  }

  /** Returns one line on a family after an action. */
  static String line(FailureFamily family) {
    return "%s is %s%s\n"
        .formatted(
            Printable.line(family.id()),
            status(family),
            family.assignee().map(name -> ", assigned to " + Printable.line(name)).orElse(""));
  }

  static String of(FailureDetail detail, Paint paint) {
    FailureFamily family = detail.family();
    StringBuilder text = new StringBuilder();
    text.append(Printable.line(family.flow() + " / " + family.state()))
        .append("  ")
        .append(paint.paint(Paint.Tone.BAD, Printable.line(family.error())))
        .append("  ")
        .append(Printable.line(family.message()))
        .append('\n');
    text.append(
        "%s, %d failures, %d can be retried\n"
            .formatted(status(family), family.count(), family.retryable()));
    text.append(point("first", family, "first")).append(point("last", family, "last"));
    family
        .assignee()
        .ifPresent(name -> text.append("assigned to ").append(Printable.line(name)).append('\n'));
    family
        .note()
        .ifPresent(note -> text.append("note: ").append(Printable.line(note)).append('\n'));
    factors(detail, text, paint);
    examples(detail, text, paint);
    return text.toString();
  }

  private static String point(String name, FailureFamily family, String member) {
    Json point = family.json().get(member).orElse(JsonObject.EMPTY);
    return "%-5s %s UTC  %s  version %s\n"
        .formatted(
            name,
            ExecutionText.time(ExecutionText.text(point, "at")),
            Printable.line(ExecutionText.text(point, "execution")),
            Printable.line(ExecutionText.text(point, "version")));
  }

  private static void factors(FailureDetail detail, StringBuilder text, Paint paint) {
    if (detail.factors().isEmpty()) {
      return;
    }
    Json sample = detail.json().get("sample").orElse(JsonObject.EMPTY);
    text.append(
        "\n%s failures compared with %s executions that succeeded\n"
            .formatted(ExecutionText.text(sample, "failures"), ExecutionText.text(sample, "good")));
    Table table = new Table("FACTOR", "VALUE", "FAILED", "SUCCEEDED");
    for (Json factor : detail.factors()) {
      table.row(
          ExecutionText.text(factor, "name"),
          ExecutionText.text(factor, "value"),
          percent(factor, "failureShare"),
          percent(factor, "goodShare"));
    }
    text.append(table.text(paint));
  }

  private static String percent(Json factor, String member) {
    return String.format(
        Locale.ROOT, "%.1f %%", 100 * Double.parseDouble(ExecutionText.text(factor, member)));
  }

  private static void examples(FailureDetail detail, StringBuilder text, Paint paint) {
    if (detail.examples().isEmpty()) {
      return;
    }
    text.append('\n');
    Table table = new Table("EXECUTION", "AT", "KEY", "VALUES");
    for (Json example : detail.examples()) {
      table.row(
          ExecutionText.text(example, "execution"),
          ExecutionText.time(ExecutionText.text(example, "at")),
          ExecutionText.text(example, "businessKey"),
          JsonMembers.list(example, "values").stream()
              .map(
                  value ->
                      ExecutionText.text(value, "name") + "=" + ExecutionText.text(value, "value"))
              .collect(Collectors.joining(" ")));
    }
    text.append(table.text(paint));
  }
}
