package dev.pawl.simulation.conformance;

import dev.pawl.model.json.JsonText;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The recorded conformance cases, if they are beside the checkout. */
public final class RecordedCases {

  private final Path folder =
      Path.of(System.getProperty("pawl.conformance", "../../shared/conformance"));

  public boolean areHere() {
    return Files.isDirectory(folder);
  }

  /** Returns all cases of a suite. */
  public List<JsonObject> of(String suite) throws IOException {
    List<JsonObject> cases = new ArrayList<>();
    try (Stream<Path> files = Files.list(folder.resolve(suite))) {
      for (Path file : files.sorted().filter(f -> f.toString().endsWith(".jsonl")).toList()) {
        for (String line : Files.readAllLines(file)) {
          cases.add((JsonObject) JsonText.parse(line));
        }
      }
    }
    return cases;
  }

  /** Returns the documents for expression tests. */
  public Json datasets() throws IOException {
    return JsonText.parse(Files.readString(folder.resolve("jsonata/datasets.json")));
  }

  public static String text(JsonObject each, String member) {
    return each.get(member).map(Json::asText).orElse("");
  }
}
