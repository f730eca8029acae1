package dev.pawl.bench.http;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Implements {@code ./pawl bench http URL KEYFILE [RATE [SLOW [ROUNDS]]]}: loads a running server
 * with the given number of starts per second, in alternating rounds without and with slow clients,
 * and prints each round and the totals of both kinds.
 */
public final class Main {

  private static final Duration WARM_UP_TIME = Duration.ofSeconds(5);
  private static final Duration MEASUREMENT_TIME = Duration.ofSeconds(10);
  private static final int DEFAULT_ROUNDS = 3;
  private static final int DEFAULT_STARTS_PER_SECOND = 3_200;
  private static final int DEFAULT_SLOW_CLIENTS = 500;

  private static final String FLOW =
      """
      {"code": "w3", "definition": {"StartAt": "Step", "States": {
        "Step": {"Type": "Task", "Resource": "step", "End": true}}}}\
      """;

  private Main() {}

  public static void main(String[] args) throws Exception {
    if (args.length < 2 || args.length > 5) {
      System.err.println("Usage: pawl bench http URL KEYFILE [RATE [SLOW [ROUNDS]]]");
      System.exit(2);
    }
    URI server = URI.create(args[0]);
    String key = Files.readString(Path.of(args[1])).strip();
    int rate = args.length > 2 ? Integer.parseInt(args[2]) : DEFAULT_STARTS_PER_SECOND;
    int slowClients = args.length > 3 ? Integer.parseInt(args[3]) : DEFAULT_SLOW_CLIENTS;
    int rounds = args.length > 4 ? Integer.parseInt(args[4]) : DEFAULT_ROUNDS;
    try (HttpConnection connection = new HttpConnection(server, key)) {
      HttpConnection.Response created = connection.post("/api/flows?publish=true", FLOW);
      if (created.status() != 201 && created.status() != 409) {
        throw new IllegalStateException(created.toString());
      }
    }
    String input = "{\"input\":{\"order\":\"" + "x".repeat(480) + "\"}}";
    new HttpLoad(server, key, input, rate).run(WARM_UP_TIME, MEASUREMENT_TIME);
    List<HttpLoad.Result> alone = new ArrayList<>();
    List<HttpLoad.Result> watched = new ArrayList<>();
    for (int round = 0; round < rounds; round++) {
      alone.add(
          print(
              "alone",
              new HttpLoad(server, key, input, rate).run(Duration.ofSeconds(2), MEASUREMENT_TIME)));
      try (SlowClients slow = new SlowClients(server, key, slowClients)) {
        watched.add(
            print(
                slowClients + " slow clients",
                new HttpLoad(server, key, input, rate)
                    .run(Duration.ofSeconds(2), MEASUREMENT_TIME)));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    print("all alone", HttpLoad.Result.together(alone));
    print("all with slow clients", HttpLoad.Result.together(watched));
  }

  private static HttpLoad.Result print(String label, HttpLoad.Result result) {
    System.out.printf(
        Locale.ROOT,
        "%-26s %,8.0f completed/s %,8.0f accepted/s  read p50 %5.1f p99 %6.1f ms  refused %d%n",
        label,
        result.perSecond(),
        result.acceptedPerSecond(),
        result.readMillis(0.5),
        result.readMillis(0.99),
        result.refused());
    return result;
  }
}
