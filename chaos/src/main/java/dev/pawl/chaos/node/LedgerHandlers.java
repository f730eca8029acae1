package dev.pawl.chaos.node;

import dev.pawl.chaos.ledger.Effect;
import dev.pawl.chaos.ledger.Ledger;
import dev.pawl.engine.Command;
import dev.pawl.engine.run.Outside;
import dev.pawl.sdk.Handler;
import dev.pawl.sdk.HandlerCall;
import dev.pawl.sdk.HandlerException;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonNumber;
import dev.pawl.sdk.JsonObject;
import java.io.IOException;
import java.math.BigInteger;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.LongStream;

/** What programs call: every call leaves a mark in the ledger before anything else happens. */
public final class LedgerHandlers implements Outside {

  /** Fails all attempts but the last ones, as many as the call says. */
  private static final String FLAKY = "Chaos.Flaky";

  private static final Duration LATE = Duration.ofMillis(2_500);
  private static final String FATAL = "Chaos.Fatal";
  private static final String TOKEN = ".waitForTaskToken";

  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final int ledger;
  private final String node;
  private final Optional<Path> module;

  /**
   * @param ledger the ledger's port
   * @param node how marks name this process
   */
  public LedgerHandlers(int ledger, String node) {
    this(ledger, node, Optional.empty());
  }

  /**
   * @param module the file that is there while the module of that name is installed
   */
  LedgerHandlers(int ledger, String node, Optional<Path> module) {
    this.ledger = ledger;
    this.node = node;
    this.module = module;
  }

  @Override
  public Optional<Handler> handler(String resource) {
    String name =
        resource.endsWith(TOKEN)
            ? resource.substring(0, resource.length() - TOKEN.length())
            : resource;
    return switch (name) {
      case "ledger", "callback" -> Optional.of(this::mark);
      case "module" -> module.filter(Files::exists).map(installed -> this::mark);
      case "echo" -> Optional.of(HandlerCall::input);
      case "stubborn" -> Optional.of(this::neverReturn);
      case "late" -> Optional.of(this::answerLate);
      case "items" -> Optional.of(LedgerHandlers::readItems);
      case "results" -> Optional.of(LedgerHandlers::writeResults);
      default -> Optional.empty();
    };
  }

  private Json mark(HandlerCall call) throws Exception {
    post(call);
    long failures = number(call, "failures");
    if (call.attempt() <= failures) {
      throw new HandlerException(failures == Integer.MAX_VALUE ? FATAL : FLAKY, "on purpose");
    }
    return JsonObject.of("n", JsonNumber.of(number(call, "adds")));
  }

  /** Computes for ever, deaf to interruption. */
  private Json neverReturn(HandlerCall call) throws Exception {
    post(call);
    BigInteger product = BigInteger.ONE;
    while (product.signum() > 0) {
      product = product.multiply(BigInteger.TEN).mod(BigInteger.valueOf(1_000_003));
    }
    return Json.of(product.longValue());
  }

  /** The first attempt takes longer than it may, and does not care. */
  private Json answerLate(HandlerCall call) throws Exception {
    long until = System.nanoTime() + LATE.toNanos();
    post(call);
    while (call.attempt() == 1 && System.nanoTime() - until < 0) {
      LockSupport.parkNanos(until - System.nanoTime());
      Thread.interrupted();
    }
    return JsonObject.of("n", JsonNumber.of(number(call, "adds")));
  }

  private void post(HandlerCall call) throws IOException, InterruptedException, HandlerException {
    Effect effect =
        new Effect(
            text(call, "run"),
            text(call, "label"),
            call.idempotencyKey(),
            call.attempt(),
            number(call, "adds"),
            node,
            Instant.EPOCH,
            call.taskToken());
    boolean ok = !text(call, "ok").equals("false");
    Ledger.Answer answer = new Ledger.Answer(ok, Duration.ofMillis(number(call, "after")));
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(Ledger.address(ledger, answer)))
            .POST(HttpRequest.BodyPublishers.ofString(effect.toText()))
            .build();
    int code = http.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
    if (code != 204) {
      throw new HandlerException(FLAKY, "the ledger says " + code);
    }
  }

  private static String text(HandlerCall call, String name) {
    return call.input().get(name).map(Json::asText).orElse("");
  }

  private static long number(HandlerCall call, String name) {
    String text = text(call, name);
    return text.isEmpty() ? 0 : Long.parseLong(text);
  }

  /** The numbers from 1 to the count that the source names, each with the run it belongs to. */
  public static Json readItems(HandlerCall call) {
    long count = number(call, "count");
    return JsonArray.of(LongStream.rangeClosed(1, count).<Json>mapToObj(JsonNumber::of).toList());
  }

  /** Adds up, and sees that no result is missing, doubled or out of its place. */
  public static Json writeResults(HandlerCall call) {
    Json given = call.input().get(Command.WriteResults.RESULTS).orElseThrow();
    List<Json> results = ((JsonArray) given).elements();
    long sum = 0;
    long misplaced = 0;
    for (int i = 0; i < results.size(); i++) {
      Json output = results.get(i).get("Output").orElse(JsonObject.EMPTY);
      long n = Long.parseLong(output.get("n").map(Json::asText).orElse("0"));
      sum += n;
      misplaced += n == i + 1L ? 0 : 1;
    }
    return JsonObject.of("n", JsonNumber.of(sum))
        .with("count", JsonNumber.of(results.size()))
        .with("misplaced", JsonNumber.of(misplaced));
  }
}
