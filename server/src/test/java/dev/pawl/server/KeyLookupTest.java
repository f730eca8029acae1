package dev.pawl.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.engine.store.TenantId;
import dev.pawl.engine.store.UnavailableException;
import dev.pawl.postgres.connection.ConnectionTemplate;
import dev.pawl.postgres.connection.TenantDatabase;
import dev.pawl.server.access.ApiKeys;
import dev.pawl.server.access.Caller;
import dev.pawl.server.access.KeyGrant;
import dev.pawl.server.access.Role;
import dev.pawl.server.access.Secret;
import dev.pawl.testkit.Await;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** Lookups of keys in the database and the requests that share their result. */
@ExtendWith(OneServer.class)
@Timeout(60)
class KeyLookupTest {

  private static final int CONCURRENT_LOOKUPS = 8;

  /** Counts the lookups and blocks them until it is opened. */
  private static final class Gate implements ConnectionTemplate.Source {

    private final AtomicInteger asked = new AtomicInteger();
    private final CountDownLatch opened = new CountDownLatch(1);
    private volatile ConnectionTemplate.Source behind;

    Gate(ConnectionTemplate.Source behind) {
      this.behind = behind;
    }

    void open() {
      opened.countDown();
    }

    void lead(ConnectionTemplate.Source elsewhere) {
      behind = elsewhere;
    }

    int asked() {
      return asked.get();
    }

    @Override
    public Connection borrow() throws SQLException {
      asked.incrementAndGet();
      try {
        opened.await();
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
      return behind.borrow();
    }
  }

  private static ConnectionTemplate.Source database(OneServer.Running running) {
    return running.server().database()::connect;
  }

  private static ApiKeys keys(OneServer.Running running, Gate gate) {
    return new ApiKeys(
        new ConnectionTemplate(gate), TenantDatabase.unguarded(running.server().tables()));
  }

  /** Many requests with the same key that wait for one lookup. */
  private static List<FutureTask<Optional<Caller>>> ask(ApiKeys keys, String key) {
    List<FutureTask<Optional<Caller>>> answers = new ArrayList<>();
    for (int i = 0; i < CONCURRENT_LOOKUPS; i++) {
      FutureTask<Optional<Caller>> answer = new FutureTask<>(() -> keys.caller(key));
      answers.add(answer);
      Thread asking = Thread.startVirtualThread(answer);
      Await.until("the thread waits", () -> asking.getState() == Thread.State.WAITING);
    }
    return answers;
  }

  @Test
  void shouldShareOneLookupAmongConcurrentCallers(OneServer.Running running) throws Exception {
    String key = running.tenant("asks-once");
    Gate gate = new Gate(database(running));

    List<FutureTask<Optional<Caller>>> answers = ask(keys(running, gate), key);
    gate.open();

    Caller first = answers.getFirst().get().orElseThrow();
    assertThat(first.name()).startsWith("first key (");
    for (FutureTask<Optional<Caller>> answer : answers) {
      assertThat(answer.get()).containsSame(first);
    }
    assertThat(gate.asked()).isEqualTo(1);
  }

  @Test
  void shouldFailAllConcurrentCallersAndLookUpAgainAfterwards(OneServer.Running running)
      throws Exception {
    String key = running.tenant("asks-again");
    Gate gate =
        new Gate(
            () -> {
              throw new SQLException("away", "08006");
            });
    ApiKeys keys = keys(running, gate);

    List<FutureTask<Optional<Caller>>> answers = ask(keys, key);
    gate.open();

    for (FutureTask<Optional<Caller>> answer : answers) {
      assertThatThrownBy(answer::get).hasCauseInstanceOf(UnavailableException.class);
    }
    assertThat(gate.asked()).isEqualTo(1);
    gate.lead(database(running));
    assertThat(keys.caller(key)).isPresent();
    assertThat(gate.asked()).isEqualTo(2);
  }

  @Test
  void shouldReleaseAllCallersOnAnyFailure(OneServer.Running running) throws Exception {
    String key = running.tenant("asks-in-vain");
    Gate gate =
        new Gate(
            () -> {
              throw new OutOfMemoryError("of this test");
            });
    ApiKeys keys = keys(running, gate);

    List<FutureTask<Optional<Caller>>> answers = ask(keys, key);
    gate.open();

    for (FutureTask<Optional<Caller>> answer : answers) {
      assertThatThrownBy(answer::get).hasRootCauseInstanceOf(OutOfMemoryError.class);
    }
    gate.lead(database(running));
    assertThat(keys.caller(key)).isPresent();
  }

  @Test
  void shouldLookUpAKeyAgainOnceItIsRevoked(OneServer.Running running) throws Exception {
    String first = running.tenant("revokes");
    String key = running.key(first, "viewer");
    Gate gate = new Gate(database(running));
    ApiKeys keys = keys(running, gate);
    TenantId tenant =
        new ApiKeys(running.server().tables(), TenantDatabase.unguarded(running.server().tables()))
            .caller(first)
            .orElseThrow()
            .tenant();

    ask(keys, key);
    assertThat(keys.revoke(tenant, key.split("_")[1])).isEqualTo(ApiKeys.Revocation.REVOKED);
    List<FutureTask<Optional<Caller>>> answers = ask(keys, key);
    assertThat(gate.asked()).isEqualTo(2);
    gate.open();

    for (FutureTask<Optional<Caller>> answer : answers) {
      assertThat(answer.get()).isEmpty();
    }
  }

  @Test
  void shouldNotRememberThatAKeyWasUnknown(OneServer.Running running) throws Exception {
    Gate gate = new Gate(database(running));
    gate.open();
    ApiKeys keys = keys(running, gate);
    TenantId tenant = keys.caller(running.tenant("latecomer")).orElseThrow().tenant();
    Secret secret = Secret.random();
    int before = gate.asked();

    assertThat(keys.caller(secret.text())).isEmpty();
    assertThat(keys.caller(secret.text())).isEmpty();
    assertThat(gate.asked() - before).isEqualTo(2);
    KeyGrant grant = KeyGrant.of(tenant, "late", Role.VIEWER);
    running.server().tables().use(connection -> ApiKeys.issue(connection, secret, grant));

    assertThat(keys.caller(secret.text()).map(Caller::tenant)).contains(tenant);
  }
}
