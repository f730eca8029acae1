package dev.pawl.worker;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** A piece of work that was handed to this worker. */
public final class Task {

  private static final int LONGEST_PROGRESS = 10_000;

  private final Value offer;
  private final AtomicReference<@Nullable Value> progress = new AtomicReference<>();

  Task(Value offer) {
    this.offer = offer;
  }

  public String resource() {
    return offer.get("resource").text();
  }

  /** What the flow gives to the task. */
  public Value input() {
    return offer.get("input");
  }

  /** What the flow says about how the work is done; null where it says nothing. */
  public Value config() {
    return offer.get("config");
  }

  /** 1 for the first try of a step, 2 when Retry sends it again. */
  public int attempt() {
    Value attempt = offer.get("attempt");
    return attempt.isNull() ? 1 : (int) attempt.integer();
  }

  /**
   * The same whenever the same step is worked on again, whoever does it: the key under which to
   * note what was done already. It has at most 128 characters, all of them letters, digits or one
   * of {@code -._~}.
   */
  public String idempotencyKey() {
    return offer.get("idempotencyKey").text();
  }

  /**
   * What finishes the step, by {@code POST /api/workers/{taskToken}/success} or {@code /failure},
   * where the flow waits for that; the output of the task is then of no account.
   */
  public Optional<String> taskToken() {
    Value token = offer.get("taskToken");
    return token.isNull() ? Optional.empty() : Optional.of(token.text());
  }

  /** The id of the execution it belongs to. */
  public String execution() {
    return offer.get("execution").text();
  }

  /** The code of the flow. */
  public String flow() {
    return offer.get("flow").text();
  }

  /** What the step is called within its execution, where others ask for its steps. */
  public String step() {
    return offer.get("step").text();
  }

  /** How long the step waits for a sign of life; they are sent by themselves. */
  public Optional<Duration> heartbeat() {
    Value seconds = offer.get("heartbeatSeconds");
    return seconds.isNull() ? Optional.empty() : Optional.of(Duration.ofSeconds(seconds.integer()));
  }

  /**
   * Tells those who watch how far it is, with the next sign of life. Any value as of an output.
   *
   * @throws IllegalArgumentException if it has no JSON form, or more than 10,000 characters in it
   */
  public void progress(@Nullable Object details) {
    // Written now, by the one who knows what it is, and not by the heart, which must not stop.
    String text = JsonWriter.write(details);
    if (text.length() > LONGEST_PROGRESS) {
      throw new IllegalArgumentException(
          "progress has at most %d characters, not %d".formatted(LONGEST_PROGRESS, text.length()));
    }
    progress.set(Value.parse(text));
  }

  @Nullable Value lastProgress() {
    return progress.get();
  }

  String token() {
    return offer.get("token").text();
  }

  @Override
  public String toString() {
    return "%s of %s (%s %s, attempt %d)"
        .formatted(resource(), flow(), execution(), step(), attempt());
  }
}
