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
 * {@code ./pawl bench http URL KEYFILE [RATE [SLOW [ROUNDS]]]}: loads a server that runs with so
 * many starts per second, in turns without and with slow clients, and tells of all rounds of each
 * kind together.
 */
public final class Main {

  private static final Duration WARM_UP = Duration.ofSeconds(5);
  private static final Duration TIME = Duration.ofSeconds(10);
  private static final int USUAL_ROUNDS = 3;
  private static final int USUAL_RATE = 3_200;
  private static final int USUALLY_SLOW = 500;

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
    int rate = args.length > 2 ? Integer.parseInt(args[2]) : USUAL_RATE;
    int slowClients = args.length > 3 ? Integer.parseInt(args[3]) : USUALLY_SLOW;
    int rounds = args.length > 4 ? Integer.parseInt(args[4]) : USUAL_ROUNDS;
    try (KeptAlive connection = new KeptAlive(server, key)) {
      KeptAlive.Answer created = connection.post("/api/flows?publish=true", FLOW);
      if (created.status() != 201 && created.status() != 409) {
        throw new IllegalStateException(created.toString());
      }
    }
    String input = "{\"input\":{\"order\":\"" + "x".repeat(480) + "\"}}";
    new Load(server, key, input, rate).run(WARM_UP, TIME);
    List<Load.Result> alone = new ArrayList<>();
    List<Load.Result> watched = new ArrayList<>();
    for (int round = 0; round < rounds; round++) {
      alone.add(tell("alone", new Load(server, key, input, rate).run(Duration.ofSeconds(2), TIME)));
      try (SlowClients slow = new SlowClients(server, key, slowClients)) {
        watched.add(
            tell(
                slowClients + " slow clients",
                new Load(server, key, input, rate).run(Duration.ofSeconds(2), TIME)));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    tell("all alone", Load.Result.together(alone));
    tell("all with slow clients", Load.Result.together(watched));
  }

  private static Load.Result tell(String what, Load.Result result) {
    System.out.printf(
        Locale.ROOT,
        "%-26s %,8.0f completed/s %,8.0f accepted/s  read p50 %5.1f p99 %6.1f ms  refused %d%n",
        what,
        result.perSecond(),
        result.acceptedPerSecond(),
        result.readMillis(0.5),
        result.readMillis(0.99),
        result.refused());
    return result;
  }
}
