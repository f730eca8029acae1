package dev.pawl.server.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.engine.store.TenantId;
import dev.pawl.engine.store.UnavailableException;
import dev.pawl.testkit.Await;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

class AuditWriterTest {

  private static final TenantId TENANT = new TenantId(7);

  private static AuditEntry entry(String target) {
    return new AuditEntry(Instant.EPOCH, "a", "POST -", target, 403, "127.0.0.1");
  }

  @Test
  void shouldBatchWritesThatArriveDuringAWrite() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch goOn = new CountDownLatch(1);
    List<List<AuditEntry>> writes = new ArrayList<>();
    AuditWriter writer =
        new AuditWriter(
            (tenant, entries) -> {
              writes.add(entries);
              begun.countDown();
              try {
                goOn.await();
              } catch (InterruptedException e) {
                throw new IllegalStateException(e);
              }
            });
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<?>> appended = new ArrayList<>();
      appended.add(threads.submit(() -> writer.append(TENANT, entry("/first"))));
      begun.await();
      for (int i = 0; i < 100; i++) {
        appended.add(threads.submit(() -> writer.append(TENANT, entry("/next"))));
      }
      Await.until("100 entries wait", () -> writer.countWaiting(TENANT) >= 100);
      assertThat(appended).noneMatch(Future::isDone);
      goOn.countDown();
      for (Future<?> one : appended) {
        one.get();
      }
    }

    assertThat(writes).hasSize(2);
    assertThat(writes.getLast()).hasSize(100);
  }

  @Test
  void shouldFailEveryCallerWhoseEntryIsNotWritten() {
    SQLException why = new SQLException("relation is away", "53300");
    AuditWriter writer =
        new AuditWriter(
            (tenant, entries) -> {
              throw new UnavailableException("away", why);
            });

    assertThatThrownBy(() -> writer.append(TENANT, entry("/x")))
        .isInstanceOf(UnavailableException.class)
        .hasCause(why);
    assertThat(writer.countWaiting(TENANT)).isZero();
  }
}
