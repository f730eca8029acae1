package dev.pawl.testkit;

import dev.pawl.model.json.JsonText;
import dev.pawl.sdk.Handler;
import dev.pawl.sdk.HandlerCall;
import dev.pawl.sdk.HandlerException;
import dev.pawl.sdk.Json;
import java.util.ArrayList;
import java.util.List;

/**
 * A handler that returns prepared responses, one per call; the last response is repeated.
 *
 * <pre>{@code
 * FakeHandler.failing("Busy", "try later").times(2).thenReturning("{\"paid\": true}")
 * }</pre>
 */
public final class FakeHandler implements Handler {

  private final List<Handler> answers;
  private int calls;

  private FakeHandler(List<Handler> answers) {
    this.answers = List.copyOf(answers);
  }

  /**
   * Returns a handler whose calls succeed.
   *
   * @param output as JSON text
   */
  public static FakeHandler returning(String output) {
    return new FakeHandler(List.of(success(output)));
  }

  /** Returns a handler whose calls fail with an error name that Retry and Catch can match. */
  public static FakeHandler failing(String error, String cause) {
    return new FakeHandler(List.of(failure(error, cause)));
  }

  /** Returns a handler that repeats its latest response for the given number of calls. */
  public FakeHandler times(int times) {
    if (times < 1) {
      throw new IllegalArgumentException("times: " + times + " is below the minimum of 1");
    }
    FakeHandler repeating = this;
    for (int i = 1; i < times; i++) {
      repeating = repeating.then(answers.getLast());
    }
    return repeating;
  }

  /** Returns a handler with one more response: a success. */
  public FakeHandler thenReturning(String output) {
    return then(success(output));
  }

  /** Returns a handler with one more response: a failure. */
  public FakeHandler thenFailing(String error, String cause) {
    return then(failure(error, cause));
  }

  private FakeHandler then(Handler answer) {
    List<Handler> more = new ArrayList<>(answers);
    more.add(answer);
    return new FakeHandler(more);
  }

  private static Handler success(String output) {
    Json value = JsonText.parse(output);
    return call -> value;
  }

  private static Handler failure(String error, String cause) {
    return call -> {
      throw new HandlerException(error, cause);
    };
  }

  @Override
  public synchronized Json handle(HandlerCall call) throws Exception {
    Handler answer = answers.get(Math.min(calls, answers.size() - 1));
    calls++;
    return answer.handle(call);
  }
}
