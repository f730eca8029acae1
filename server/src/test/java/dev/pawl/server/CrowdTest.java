package dev.pawl.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** A server whose connection pool is exhausted and has many waiting requests. */
@ExtendWith(OneServer.class)
@Timeout(60)
class CrowdTest {

  private static final int POOL = 2;

  /** Query of a request that is refused without access to the database. */
  private static final String NO_DATABASE = "?key=pawl_00000000";

  private static final int MAX_WAITING_REQUESTS = POOL * 32;

  private static ServerSettings node(OneServer.Running running, Path data) {
    ServerSettings usual =
        ServerSettings.in(data).withPort(0).withDatabase(running.server().database());
    return new ServerSettings(
            usual.data(),
            usual.database(),
            usual.web(),
            usual.node(),
            usual.store().withPool(POOL),
            usual.auditDays(),
            usual.logLevel())
        .withMasterKey(TestSettings.MASTER_KEY);
  }

  private static <T> List<FutureTask<T>> begin(int times, Callable<T> deed) {
    List<FutureTask<T>> tasks = Stream.generate(() -> new FutureTask<>(deed)).limit(times).toList();
    tasks.forEach(Thread.ofVirtual()::start);
    return tasks;
  }

  @Test
  void shouldShedLoadWhenTheConnectionPoolIsExhausted(OneServer.Running running, @TempDir Path data)
      throws Exception {
    CountDownLatch over = new CountDownLatch(1);
    try (PawlServer crowded = PawlServer.start(node(running, data))) {
      try {
        crowd(crowded, over);
      } finally {
        over.countDown();
      }
    }
  }

  private static void crowd(PawlServer crowded, CountDownLatch over) throws Exception {
    Api stranger = new Api(crowded.address(), Optional.empty());
    CountDownLatch taken = new CountDownLatch(POOL);
    List<FutureTask<Boolean>> holding = begin(POOL, () -> hold(crowded, taken, over));
    taken.await();
    List<FutureTask<Api.Answer>> waiting =
        begin(MAX_WAITING_REQUESTS, () -> stranger.get("/health/ready"));

    Api.Answer refused = stranger.get("/api/flows" + NO_DATABASE);
    while (refused.status() != 503) {
      LockSupport.parkNanos(Duration.ofMillis(20).toNanos());
      assertThat(waiting).noneMatch(FutureTask::isDone);
      refused = stranger.get("/api/flows" + NO_DATABASE);
    }
    String later = stranger.header("/api/flows", "Retry-After").getFirst();
    Api.Answer worker = stranger.post("/api/workers/poll" + NO_DATABASE, "{}");
    Api.Answer live = stranger.get("/health/live");
    over.countDown();

    assertThat(refused.text("code")).isEqualTo("overloaded");
    assertThat(later).isEqualTo("1");
    assertThat(worker.text("code")).isEqualTo("key-in-query");
    assertThat(live.status()).isEqualTo(200);
    for (FutureTask<Api.Answer> one : waiting) {
      assertThat(one.get().status()).isEqualTo(200);
    }
    for (FutureTask<Boolean> one : holding) {
      assertThat(one.get()).isTrue();
    }
    assertThat(stranger.get("/api/flows").status()).isEqualTo(401);
  }

  private static boolean hold(PawlServer server, CountDownLatch taken, CountDownLatch over) {
    return server
        .tables()
        .use(
            connection -> {
              taken.countDown();
              try {
                over.await();
                return true;
              } catch (InterruptedException e) {
                throw new AssertionError(e);
              }
            });
  }
}
