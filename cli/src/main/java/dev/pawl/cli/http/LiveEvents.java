package dev.pawl.cli.http;

import dev.pawl.sdk.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;

/** Server-sent events, read on after each interruption from where it was. */
public final class LiveEvents {

  private static final Duration FIRST_PAUSE = Duration.ofMillis(500);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(5);

  private final Client client;
  private final String path;
  private final Runnable away;
  private Optional<String> last = Optional.empty();
  private Duration pause = FIRST_PAUSE;

  /**
   * @param away told when the server is lost, each time once
   */
  public LiveEvents(Client client, String path, Runnable away) {
    this.client = client;
    this.path = path;
    this.away = away;
  }

  /**
   * Hands over every event until it is the last one wanted.
   *
   * @param takeAndEnd gets the kind and the data of an event and says whether to stop
   */
  public void follow(BiPredicate<String, Json> takeAndEnd) throws InterruptedException {
    boolean isFirst = true;
    boolean isAway = false;
    while (true) {
      try {
        HttpResponse<InputStream> response = client.open(path, last);
        if (response.statusCode() / 100 == 2) {
          isFirst = false;
          isAway = false;
          if (read(response.body(), takeAndEnd)) {
            return;
          }
        } else {
          refused(response);
        }
      } catch (UnreachableException | IOException lost) {
        if (isFirst && lost instanceof UnreachableException never) {
          throw never;
        }
      }
      if (!isAway) {
        isAway = true;
        away.run();
      }
      Thread.sleep(pause);
      Duration twice = pause.multipliedBy(2);
      pause = twice.compareTo(LONGEST_PAUSE) < 0 ? twice : LONGEST_PAUSE;
    }
  }

  private static void refused(HttpResponse<InputStream> response) throws IOException {
    try (InputStream body = response.body()) {
      String text = new String(body.readNBytes(100_000), StandardCharsets.UTF_8);
      if (!ProblemException.isPassing(response.statusCode())) {
        throw new ProblemException(response.statusCode(), Client.body(text));
      }
    }
  }

  private boolean read(InputStream body, BiPredicate<String, Json> takeAndEnd) throws IOException {
    try (BufferedReader lines =
        new BufferedReader(new InputStreamReader(body, StandardCharsets.UTF_8))) {
      Optional<String> id = Optional.empty();
      String event = "message";
      StringBuilder data = new StringBuilder();
      for (@Nullable String line = lines.readLine(); line != null; line = lines.readLine()) {
        int colon = line.indexOf(':');
        String field = colon < 0 ? line : line.substring(0, colon);
        String value = colon < 0 ? "" : line.substring(colon + 1).stripLeading();
        switch (field) {
          case "id" -> id = Optional.of(value);
          case "event" -> event = value;
          case "data" -> data.append(value);
          default -> {
            if (line.isEmpty() && !data.isEmpty()) {
              last = id.or(() -> last);
              pause = FIRST_PAUSE;
              if (takeAndEnd.test(event, Client.body(data.toString()))) {
                return true;
              }
              event = "message";
              data.setLength(0);
            }
          }
        }
      }
    }
    return false;
  }
}
