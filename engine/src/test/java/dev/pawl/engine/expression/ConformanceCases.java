package dev.pawl.engine.expression;

import dev.pawl.model.json.JsonText;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Reads cases that lie beside the checkout; nothing of them is kept here. */
public final class ConformanceCases {

  private ConformanceCases() {}

  /** The cases of a file such as {@code aws/choice.jsonl}; none where the folder is absent. */
  public static List<Json> of(String file) {
    Path path = Path.of(System.getProperty("pawl.conformance", "../../shared/conformance"), file);
    if (!Files.exists(path)) {
      System.out.println("No conformance cases found: " + file + " is skipped");
      return List.of();
    }
    try {
      return Files.readAllLines(path).stream().map(JsonText::parse).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public static String text(Json value, String member) {
    return value.get(member).orElseThrow().asText();
  }

  /** The single state of the wrapped definition. */
  public static Json onlyState(Json definition) {
    return ((JsonObject) definition.get("States").orElseThrow())
        .members()
        .values()
        .iterator()
        .next();
  }
}
