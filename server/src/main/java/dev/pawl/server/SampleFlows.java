package dev.pawl.server;

import dev.pawl.model.json.DocumentFormat;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/** Creates sample flows through the API; existing flows are not changed. */
final class SampleFlows {

  /** File names in examples/flows. */
  static final List<String> FILES =
      List.of(
          "approval.asl.yaml",
          "coffee.asl.yaml",
          "fan-out.asl.yaml",
          "hello.asl.json",
          "order-saga.asl.yaml");

  private SampleFlows() {}

  /**
   * Creates the samples; a flow with the same code, even edited or archived, stays as it is.
   *
   * @return true if all samples exist
   */
  static boolean deploy(URI server, Path keyFile, PrintStream err) throws InterruptedException {
    try (HttpClient http = HttpClient.newHttpClient()) {
      String key = Files.readString(keyFile).strip();
      for (String file : FILES) {
        HttpRequest request =
            HttpRequest.newBuilder(server.resolve("/api/flows?publish=true"))
                .header("Authorization", "Bearer " + key)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofByteArray(body(file).toUtf8()))
                .build();
        int status = http.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
        boolean isThere = status == 409;
        if (status / 100 != 2 && !isThere) {
          err.println("pawl: the sample flow " + file + " was not taken (" + status + ")");
          return false;
        }
      }
      return true;
    } catch (IOException e) {
      err.println("pawl: the sample flows could not be brought: " + e.getMessage());
      return false;
    }
  }

  private static JsonObject body(String file) throws IOException {
    String code = file.substring(0, file.indexOf(".asl."));
    String format = DocumentFormat.ofFile(file).orElseThrow().name().toLowerCase(Locale.ROOT);
    return JsonObject.builder()
        .put("code", Json.of(code))
        .put("name", Json.of("Sample: " + code))
        .put("source", Json.of(text(file)))
        .put("format", Json.of(format))
        .build();
  }

  private static String text(String file) throws IOException {
    try (InputStream in = SampleFlows.class.getResourceAsStream("/samples/" + file)) {
      return new String(Objects.requireNonNull(in, file).readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
