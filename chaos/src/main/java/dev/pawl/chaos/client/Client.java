package dev.pawl.chaos.client;

import dev.pawl.chaos.client.Request.Answer;
import dev.pawl.chaos.client.Request.Kind;
import dev.pawl.chaos.ledger.Effect;
import dev.pawl.chaos.program.Program;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Asks any node, and asks again where nobody knows what came of a request and asking twice is
 * asking once. Everything it asks and hears is in the log.
 */
public final class Client {

  private static final Duration PAUSE = Duration.ofMillis(200);

  private final ClientLog log;
  private final Supplier<List<? extends Door>> doors;
  private final Duration patience;

  /**
   * @param doors the nodes that can be asked now
   * @param patience how long it goes on asking
   */
  public Client(ClientLog log, Supplier<List<? extends Door>> doors, Duration patience) {
    this.log = log;
    this.doors = doors;
    this.patience = patience;
  }

  private interface Ask<T> {
    T of(Door door) throws Exception;
  }

  /** Starts a run; empty if that was refused, or if nobody knows. */
  public Optional<String> start(Run run) throws InterruptedException {
    return ask(
        run.key().isPresent(),
        door -> door.start(run.program().flow(), Program.input(run.name()), run.key()),
        (answer, id, sent, why) ->
            new Request(
                Kind.START, run.name(), id, run.key(), sent, System.nanoTime(), answer, why));
  }

  /** Sends an event as often as it takes, under one key. */
  public void event(Run run, String execution, Program.Event event, String key)
      throws InterruptedException {
    Json payload = JsonObject.of("n", Json.of(event.adds())).with("id", Json.of(key));
    ask(
        true,
        door -> door.event(execution, event.name(), payload, Optional.of(key)),
        (answer, taken, sent, why) ->
            new Request(
                Kind.EVENT,
                run.name(),
                Optional.of(execution),
                Optional.of(key),
                sent,
                System.nanoTime(),
                unlessEnded(answer, taken),
                why));
  }

  public void cancel(Run run, String execution) throws InterruptedException {
    ask(
        false,
        door -> door.cancel(execution, "the client has changed its mind"),
        (answer, taken, sent, why) ->
            new Request(
                Kind.CANCEL,
                run.name(),
                Optional.of(execution),
                Optional.empty(),
                sent,
                System.nanoTime(),
                unlessEnded(answer, taken),
                why));
  }

  /** Uses the token that came with an effect; that it may be used twice does no harm. */
  public void callback(Effect effect) throws InterruptedException {
    Json result = JsonObject.of("n", Json.of(effect.adds()));
    ask(
        true,
        door -> door.callback(effect.token().orElseThrow(), result),
        (answer, taken, sent, why) ->
            new Request(
                Kind.CALLBACK,
                effect.run(),
                Optional.of(effect.execution()),
                Optional.of(effect.key()),
                sent,
                System.nanoTime(),
                unlessEnded(answer, taken),
                why));
  }

  private static Answer unlessEnded(Answer answer, Optional<Boolean> taken) {
    return answer == Answer.OK && !taken.orElse(false) ? Answer.REFUSED : answer;
  }

  private interface Note<T> {
    Request of(Answer answer, Optional<T> told, long sent, String why);
  }

  private <T> Optional<T> ask(boolean mayAskAgain, Ask<T> ask, Note<T> note)
      throws InterruptedException {
    long until = System.nanoTime() + patience.toNanos();
    while (true) {
      Duration pause = PAUSE;
      List<? extends Door> open = doors.get();
      long sent = System.nanoTime();
      if (!open.isEmpty()) {
        Door door = open.get(ThreadLocalRandom.current().nextInt(open.size()));
        try {
          Optional<T> told = Optional.of(ask.of(door));
          log.add(note.of(Answer.OK, told, sent, ""));
          return told;
        } catch (RefusedException e) {
          log.add(note.of(Answer.REFUSED, Optional.empty(), sent, e.toString()));
        } catch (InterruptedException e) {
          log.add(note.of(Answer.UNKNOWN, Optional.empty(), sent, e.toString()));
          throw e;
        } catch (Exception e) {
          log.add(note.of(Answer.UNKNOWN, Optional.empty(), sent, e.toString()));
          if (!mayAskAgain) {
            return Optional.empty();
          }
          pause = e instanceof LaterException later ? later.pause() : PAUSE;
        }
      }
      if (System.nanoTime() - until > 0) {
        return Optional.empty();
      }
      TimeUnit.NANOSECONDS.sleep(pause.toNanos());
    }
  }
}
