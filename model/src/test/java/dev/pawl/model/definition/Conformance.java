package dev.pawl.model.definition;

import dev.pawl.model.json.JsonText;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonBool;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The cases that lie beside a checkout, if they do. */
final class Conformance {

  private static final Path FOLDER =
      Path.of(System.getProperty("pawl.conformance", "../../shared/conformance"));

  private Conformance() {}

  /** A case, as it is written. */
  record Case(String id, String group, Json json) {

    Optional<Json> definition() {
      return json.get("definition");
    }

    Optional<String> definitionText() {
      return json.get("definition_text").map(Json::asText);
    }

    boolean expects(String outcome) {
      return json.get("expect")
          .flatMap(e -> e.get(outcome))
          .filter(JsonBool.TRUE::equals)
          .isPresent();
    }

    boolean isValidation() {
      return group.startsWith("validation");
    }
  }

  static boolean isAbsent() {
    boolean absent = !Files.isDirectory(FOLDER);
    if (absent) {
      System.out.println("No conformance cases at " + FOLDER + ": skipped.");
    }
    return absent;
  }

  static List<Case> cases(String... suites) {
    return Stream.of(suites).flatMap(Conformance::files).flatMap(Conformance::lines).toList();
  }

  private static Stream<Path> files(String suite) {
    try (Stream<Path> files = Files.list(FOLDER.resolve(suite))) {
      return files.filter(f -> f.toString().endsWith(".jsonl")).sorted().toList().stream();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Stream<Case> lines(Path file) {
    try {
      return Files.readAllLines(file).stream()
          .filter(line -> !line.isBlank())
          .map(JsonText::parse)
          .map(json -> new Case(text(json, "id"), text(json, "group"), json));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String text(Json json, String field) {
    return json.get(field).map(Json::asText).orElse("");
  }
}
