package dev.pawl.cli.remote;

import dev.pawl.cli.http.Client;
import dev.pawl.cli.show.Paint;
import dev.pawl.cli.show.Paint.Tone;
import dev.pawl.cli.show.Printable;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;

/** How two definitions differ, as a server tells it, for people. */
final class FlowDiffText {

  private static final int VALUE_LENGTH = 60;

  private FlowDiffText() {}

  static String of(Json diff, Paint paint) {
    StringBuilder text = new StringBuilder();
    for (Json state : elements(diff, "states")) {
      String was = Executions.text(state, "was");
      String name = Executions.text(state, "state") + (was.isEmpty() ? "" : ", which was " + was);
      text.append(line(Executions.text(state, "kind"), name, paint));
      elements(state, "fields").forEach(field -> text.append("  ").append(field(field, paint)));
    }
    elements(diff, "fields").forEach(field -> text.append(field(field, paint)));
    return text.isEmpty() ? "no difference\n" : text.toString();
  }

  private static Iterable<Json> elements(Json value, String member) {
    return Client.elements(value.get(member).orElse(JsonArray.EMPTY));
  }

  private static String field(Json field, Paint paint) {
    String before = value(field, "before");
    String after = value(field, "after");
    String change = before.isEmpty() || after.isEmpty() ? before + after : before + " -> " + after;
    String path = Executions.text(field, "path");
    return line(Executions.text(field, "kind"), path + ": " + change, paint);
  }

  private static String value(Json field, String member) {
    return field.get(member).map(it -> Printable.shortened(it.toString(), VALUE_LENGTH)).orElse("");
  }

  private static String line(String kind, String text, Paint paint) {
    String shown = Printable.line(text);
    return switch (kind) {
          case "ADDED" -> paint.paint(Tone.GOOD, "+ " + shown);
          case "REMOVED" -> paint.paint(Tone.BAD, "- " + shown);
          default -> "~ " + shown;
        }
        + "\n";
  }
}
