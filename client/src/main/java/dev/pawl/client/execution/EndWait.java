package dev.pawl.client.execution;

import dev.pawl.client.http.ApiConnection;
import dev.pawl.client.http.ApiPath;
import dev.pawl.client.http.ApiRequest;
import dev.pawl.client.http.Backoff;
import dev.pawl.client.http.PawlApiException;
import dev.pawl.client.http.RequestInterruptedException;
import dev.pawl.client.http.UnreachableException;
import java.time.Duration;

/** Waits for the end of an execution by long polls, also through restarts of the server. */
final class EndWait {

  private static final long MAX_POLL_SECONDS = 25;
  private static final long NANOS_PER_SECOND = 1_000_000_000;
  private static final Duration MAX_OUTAGE = Duration.ofMinutes(5);

  private final ApiConnection connection;
  private final String execution;
  private final Backoff backoff = new Backoff();

  EndWait(ApiConnection connection, ApiPath execution) {
    this.connection = connection;
    this.execution = execution.toString();
  }

  Execution await(long maxNanos) {
    long begun = System.nanoTime();
    long lastAnswer = begun;
    while (true) {
      try {
        Execution now = poll(secondsLeft(maxNanos - (System.nanoTime() - begun)));
        if (now.hasEnded() || System.nanoTime() - begun >= maxNanos) {
          return now;
        }
        lastAnswer = System.nanoTime();
        backoff.reset();
      } catch (UnreachableException | PawlApiException away) {
        boolean isTransient = !(away instanceof PawlApiException refused) || refused.isTransient();
        if (!isTransient
            || System.nanoTime() - lastAnswer > MAX_OUTAGE.toNanos()
            || System.nanoTime() - begun >= maxNanos) {
          throw away;
        }
        pause();
      }
    }
  }

  /** Rounds up: polls of 0 seconds until the time is over would not wait at all. */
  private static long secondsLeft(long nanos) {
    long seconds = nanos / NANOS_PER_SECOND + (nanos % NANOS_PER_SECOND > 0 ? 1 : 0);
    return Math.clamp(seconds, 0, MAX_POLL_SECONDS);
  }

  private Execution poll(long seconds) {
    ApiRequest request =
        ApiRequest.get(ApiPath.of(execution).query("wait", seconds).toString())
            .timeout(connection.settings().requestTimeout().plusSeconds(seconds));
    return new Execution(connection.send(request).json());
  }

  private void pause() {
    try {
      Thread.sleep(backoff.next());
    } catch (InterruptedException stopped) {
      throw new RequestInterruptedException(stopped);
    }
  }
}
