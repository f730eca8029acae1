package dev.pawl.cli.http;

import dev.pawl.cli.file.UsageException;
import dev.pawl.model.json.JsonSyntaxException;
import dev.pawl.model.json.JsonText;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonNull;
import dev.pawl.sdk.JsonObject;
import java.io.IOException;
import java.io.InputStream;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Speaks to one server as one caller. */
public final class Client {

  private static final Duration CONNECT = Duration.ofSeconds(10);
  private static final Duration PATIENCE = Duration.ofSeconds(90);

  private static final int CONFLICT = 409;

  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(CONNECT).build();
  private final Place place;

  public Client(Place place) {
    this.place = place;
  }

  public Place place() {
    return place;
  }

  /** A part of a path, with whatever characters. */
  public static String part(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }

  public Json get(String path) {
    return json(request(path).GET().build());
  }

  /** All pages of a list, up to so many items. */
  public List<Json> list(String path, int atMost) {
    List<Json> items = new ArrayList<>();
    String joint = path.indexOf('?') < 0 ? "?" : "&";
    Optional<String> after = Optional.empty();
    do {
      String cursor = after.map(text -> "&after=" + part(text)).orElse("");
      int limit = Math.min(200, atMost - items.size());
      Json page = get(path + joint + "limit=" + limit + cursor);
      items.addAll(elements(page));
      after = page.get("next").filter(next -> !next.equals(JsonNull.NULL)).map(Json::asText);
    } while (after.isPresent() && items.size() < atMost);
    return items;
  }

  /** The items of a page, or of a bare list. */
  public static List<Json> elements(Json answer) {
    Json items = answer.get("items").orElse(answer);
    return items instanceof JsonArray array ? array.elements() : List.of();
  }

  public Json post(String path, Json body) {
    return write("POST", path, body, UUID.randomUUID().toString());
  }

  public Json put(String path, Json body) {
    return write("PUT", path, body, UUID.randomUUID().toString());
  }

  public Json delete(String path) {
    return write("DELETE", path, JsonObject.EMPTY, UUID.randomUUID().toString());
  }

  /**
   * @param idempotencyKey makes it harmless to send it again when the answer was lost
   */
  public Json write(String method, String path, Json body, String idempotencyKey) {
    HttpRequest request =
        request(path)
            .header("Idempotency-Key", idempotencyKey)
            .header("Content-Type", "application/json")
            .method(method, HttpRequest.BodyPublishers.ofByteArray(body.toUtf8()))
            .build();
    try {
      return answered(request);
    } catch (UnreachableException lost) {
      if (!lost.isSent()) {
        throw lost;
      }
      return answered(request);
    }
  }

  /**
   * What was sent before, here or by the HTTP client itself, may still be under way; its answer
   * comes when the server has it.
   */
  private Json answered(HttpRequest request) {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (true) {
      HttpResponse<String> response = send(request, HttpResponse.BodyHandlers.ofString());
      if (!isUnderWay(response) || System.nanoTime() >= end) {
        return json(response);
      }
      rest(response.headers().firstValueAsLong("Retry-After").orElse(1));
    }
  }

  private static boolean isUnderWay(HttpResponse<String> response) {
    return response.statusCode() == CONFLICT
        && body(response.body())
            .get("code")
            .filter(code -> code.asText().equals("in-progress"))
            .isPresent();
  }

  private static void rest(long seconds) {
    try {
      Thread.sleep(Duration.ofSeconds(Math.clamp(seconds, 0, CONNECT.toSeconds())));
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      throw new UsageException("interrupted");
    }
  }

  /** An answer as it comes, whatever its status. */
  public HttpResponse<InputStream> open(String path, Optional<String> lastEventId) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(place.url().resolve(place.url().getPath() + path))
            .header("Accept", "text/event-stream");
    place.key().ifPresent(key -> request.header("Authorization", "Bearer " + key));
    lastEventId.ifPresent(id -> request.header("Last-Event-ID", id));
    return send(request.GET().build(), HttpResponse.BodyHandlers.ofInputStream());
  }

  /** An answer without a key, whatever its status. */
  public HttpResponse<String> look(String path) {
    HttpRequest request =
        HttpRequest.newBuilder(place.url().resolve(place.url().getPath() + path))
            .timeout(CONNECT)
            .build();
    return send(request, HttpResponse.BodyHandlers.ofString());
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(place.url().resolve(place.url().getPath() + path))
        .timeout(PATIENCE)
        .header("Accept", "application/json")
        .header("Authorization", "Bearer " + place.knownKey());
  }

  private Json json(HttpRequest request) {
    return json(send(request, HttpResponse.BodyHandlers.ofString()));
  }

  private static Json json(HttpResponse<String> response) {
    Json body = body(response.body());
    if (response.statusCode() / 100 != 2) {
      throw new ProblemException(response.statusCode(), body);
    }
    return body;
  }

  static Json body(String text) {
    try {
      return text.isBlank() ? JsonNull.NULL : JsonText.parse(text);
    } catch (JsonSyntaxException notOurs) {
      return JsonNull.NULL;
    }
  }

  private <T> HttpResponse<T> send(HttpRequest request, HttpResponse.BodyHandler<T> handler) {
    try {
      return http.send(request, handler);
    } catch (IOException away) {
      throw new UnreachableException(place, away);
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      throw new UsageException("interrupted");
    }
  }
}
