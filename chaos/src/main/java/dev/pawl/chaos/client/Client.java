package dev.pawl.chaos.client;

import dev.pawl.chaos.client.Request.RequestKind;
import dev.pawl.chaos.client.Request.RequestResult;
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
 * Sends requests to any node, repeats idempotent requests of unknown outcome, and logs every
 * request with its outcome.
 */
public final class Client {

  private static final Duration RETRY_PAUSE = Duration.ofMillis(200);

  private final ClientLog log;
  private final Supplier<List<? extends ServerEndpoint>> endpoints;
  private final Duration patience;

  /**
   * Creates a client.
   *
   * @param endpoints returns the nodes that accept requests now
   * @param patience how long a request is repeated
   */
  public Client(
      ClientLog log, Supplier<List<? extends ServerEndpoint>> endpoints, Duration patience) {
    this.log = log;
    this.endpoints = endpoints;
    this.patience = patience;
  }

  private interface Ask<T> {
    T of(ServerEndpoint endpoint) throws Exception;
  }

  /**
   * Starts a run and returns the id of its execution; empty if it was refused or the outcome is
   * unknown.
   */
  public Optional<String> start(Run run) throws InterruptedException {
    return ask(
        run.key().isPresent(),
        endpoint ->
            endpoint.start(run.program().flow(), run.program().input(run.name()), run.key()),
        (answer, id, sent, why) ->
            new Request(
                RequestKind.START,
                run.name(),
                id,
                run.key(),
                sent,
                System.nanoTime(),
                answer,
                why));
  }

  /** Sends an event under one idempotency key until it is accepted. */
  public void event(Run run, String execution, Program.Event event, String key)
      throws InterruptedException {
    Json payload = JsonObject.of("n", Json.of(event.adds())).with("id", Json.of(key));
    ask(
        true,
        endpoint -> endpoint.event(execution, event.name(), payload, Optional.of(key)),
        (answer, taken, sent, why) ->
            new Request(
                RequestKind.EVENT,
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
        endpoint -> endpoint.cancel(execution, "the client has changed its mind"),
        (answer, taken, sent, why) ->
            new Request(
                RequestKind.CANCEL,
                run.name(),
                Optional.of(execution),
                Optional.empty(),
                sent,
                System.nanoTime(),
                unlessEnded(answer, taken),
                why));
  }

  /** Completes a step by the task token of an effect; using a token twice is harmless. */
  public void callback(Effect effect) throws InterruptedException {
    ask(
        true,
        endpoint -> endpoint.callback(effect.token().orElseThrow(), effect.result()),
        (answer, taken, sent, why) ->
            new Request(
                RequestKind.CALLBACK,
                effect.run(),
                Optional.of(effect.execution()),
                Optional.of(effect.key()),
                sent,
                System.nanoTime(),
                unlessEnded(answer, taken),
                why));
  }

  private static RequestResult unlessEnded(RequestResult answer, Optional<Boolean> taken) {
    return answer == RequestResult.OK && !taken.orElse(false) ? RequestResult.REFUSED : answer;
  }

  private interface Note<T> {
    Request of(RequestResult answer, Optional<T> result, long sent, String why);
  }

  private <T> Optional<T> ask(boolean mayAskAgain, Ask<T> ask, Note<T> note)
      throws InterruptedException {
    long until = System.nanoTime() + patience.toNanos();
    while (true) {
      Duration pause = RETRY_PAUSE;
      List<? extends ServerEndpoint> open = endpoints.get();
      long sent = System.nanoTime();
      if (!open.isEmpty()) {
        ServerEndpoint endpoint = open.get(ThreadLocalRandom.current().nextInt(open.size()));
        try {
          Optional<T> result = Optional.of(ask.of(endpoint));
          log.add(note.of(RequestResult.OK, result, sent, ""));
          return result;
        } catch (RefusedException e) {
          log.add(note.of(RequestResult.REFUSED, Optional.empty(), sent, e.toString()));
        } catch (InterruptedException e) {
          log.add(note.of(RequestResult.UNKNOWN, Optional.empty(), sent, e.toString()));
          throw e;
        } catch (Exception e) {
          log.add(note.of(RequestResult.UNKNOWN, Optional.empty(), sent, e.toString()));
          if (!mayAskAgain) {
            return Optional.empty();
          }
          pause = e instanceof LaterException later ? later.pause() : RETRY_PAUSE;
        }
      }
      if (System.nanoTime() - until > 0) {
        return Optional.empty();
      }
      TimeUnit.NANOSECONDS.sleep(pause.toNanos());
    }
  }
}
