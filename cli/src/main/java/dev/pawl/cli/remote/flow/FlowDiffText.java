package dev.pawl.cli.remote.flow;

import dev.pawl.cli.remote.shared.ExecutionText;
import dev.pawl.cli.show.Paint;
import dev.pawl.cli.show.Paint.Tone;
import dev.pawl.cli.show.Printable;
import dev.pawl.client.http.JsonMembers;
import dev.pawl.sdk.Json;

/** Formats the differences between two versions of a flow as text. */
final class FlowDiffText {

  private static final int VALUE_LENGTH = 60;

  private FlowDiffText() {}

  static String of(Json diff, Paint paint) {
    StringBuilder text = new StringBuilder();
    for (Json state : JsonMembers.list(diff, "states")) {
      String oldName = ExecutionText.text(state, "was");
      String name =
          ExecutionText.text(state, "state") + (oldName.isEmpty() ? "" : ", which was " + oldName);
      text.append(line(ExecutionText.text(state, "kind"), name, paint));
      JsonMembers.list(state, "fields")
          .forEach(field -> text.append("  ").append(field(field, paint)));
    }
    JsonMembers.list(diff, "fields").forEach(field -> text.append(field(field, paint)));
    return text.isEmpty() ? "no difference\n" : text.toString();
  }

  private static String field(Json field, Paint paint) {
    String before = value(field, "before");
    String after = value(field, "after");
    String change = before.isEmpty() || after.isEmpty() ? before + after : before + " -> " + after;
    String path = ExecutionText.text(field, "path");
    return line(ExecutionText.text(field, "kind"), path + ": " + change, paint);
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
