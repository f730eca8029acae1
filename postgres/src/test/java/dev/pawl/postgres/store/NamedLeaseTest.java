package dev.pawl.postgres.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.postgres.database.Database;
import dev.pawl.postgres.maintenance.NamedLease;
import dev.pawl.postgres.testing.SharedPostgres;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class NamedLeaseTest {

  private static final Duration LONG = Duration.ofMinutes(10);

  private final List<PostgresStore> stores = new ArrayList<>();
  private Database database;

  @BeforeEach
  void start() {
    database = SharedPostgres.createMigrated();
    for (int i = 0; i < 3; i++) {
      stores.add(PostgresStore.open(database));
    }
  }

  @AfterEach
  void stop() {
    stores.forEach(PostgresStore::close);
    SharedPostgres.drop(database);
  }

  private NamedLease leases(int store) {
    return stores.get(store).leases();
  }

  @Test
  void shouldLetOneNodeWorkAtATime() {
    assertThat(leases(0).tryAcquire("work", LONG)).isTrue();
    assertThat(leases(1).tryAcquire("work", LONG)).isFalse();
    assertThat(leases(1).tryAcquire("other", LONG)).isTrue();

    leases(1).release("work");
    assertThat(leases(1).tryAcquire("work", LONG)).as("only its holder releases it").isFalse();
    leases(0).release("work");
    assertThat(leases(1).run("work", LONG, () -> {})).isTrue();
    assertThat(leases(2).run("work", LONG, () -> {})).as("released after the work").isTrue();
  }

  @Test
  void shouldNeverWorkOnTwoNodesAtOnce() {
    AtomicInteger atWork = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    AtomicInteger done = new AtomicInteger();
    List<CompletableFuture<Void>> running = new ArrayList<>();

    for (int i = 0; i < 60; i++) {
      NamedLease leases = leases(i % 3);
      running.add(
          CompletableFuture.runAsync(
              () -> {
                synchronized (leases) {
                  leases.run(
                      "work",
                      LONG,
                      () -> {
                        most.accumulateAndGet(atWork.incrementAndGet(), Math::max);
                        done.incrementAndGet();
                        atWork.decrementAndGet();
                      });
                }
              }));
    }
    running.forEach(CompletableFuture::join);

    assertThat(most).hasValue(1);
    assertThat(done).hasPositiveValue();
  }

  @Test
  void shouldPassTheWorkOfADeadNodeOnWhenItsLeaseIsOver() {
    assertThat(leases(0).tryAcquire("work", LONG)).isTrue();
    assertThat(leases(1).run("work", LONG, () -> {})).isFalse();

    stores.get(1).jdbc().update("update pawl.job_lease set lease_until = now() - interval '1 s'");

    assertThat(leases(1).run("work", LONG, () -> {})).isTrue();
  }

  @Test
  void shouldReleaseTheLeaseOfWorkThatFails() {
    assertThatThrownBy(
            () ->
                leases(0)
                    .run(
                        "work",
                        LONG,
                        () -> {
                          throw new IllegalStateException("failed");
                        }))
        .hasMessage("failed");

    assertThat(leases(1).tryAcquire("work", LONG)).isTrue();
  }

  @Test
  void shouldLeaveMaintenanceToTheNodeThatIsAtIt() {
    assertThat(leases(0).tryAcquire("maintenance.audit", LONG)).isTrue();

    assertThat(stores.get(1).maintenance().onOneNode("maintenance.audit", LONG, () -> {}))
        .isFalse();
  }
}
