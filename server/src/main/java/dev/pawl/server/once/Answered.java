package dev.pawl.server.once;

import dev.pawl.engine.store.TenantId;
import dev.pawl.postgres.connection.Borrowed;
import dev.pawl.postgres.connection.Rows;
import dev.pawl.postgres.connection.Tenanted;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Optional;

/**
 * Answers under the keys of those who asked. A key is claimed before the request is done and gets
 * its answer after it: between the two a claim may lapse, since whoever had it may have died.
 */
final class Answered {

  /** Longer than any request takes. */
  private static final String LEASE = "interval '2 minutes'";

  private static final String KEPT = "interval '24 hours'";

  // A claim that has lapsed, or an answer that is too old, is as good as none.
  private static final String CLAIM =
      """
      insert into pawl.answered as a (tenant, key, request, lease_until)
      values (?, ?, ?, now() + %1$s)
      on conflict (tenant, key) do update
         set request = excluded.request, lease_until = excluded.lease_until, at = now(),
             status = null, type = null, location = null, body = null
       where a.at < now() - %2$s or a.status is null and a.lease_until < now()
      """
          .formatted(LEASE, KEPT);

  private static final String FIND =
      """
      select a.request, a.status, coalesce(a.type, ''), coalesce(a.location, ''), a.body
        from pawl.answered a where a.tenant = ? and a.key = ?
      """;

  private static final String ANSWER =
      """
      update pawl.answered set status = ?, type = ?, location = ?, body = ?
       where tenant = ? and key = ? and request = ?
      """;

  private static final String RELEASE =
      """
      delete from pawl.answered where tenant = ? and key = ? and request = ? and status is null
      """;

  private static final int BATCH = 1_000;

  private static final String FORGET =
      """
      delete from pawl.answered a
       where (a.tenant, a.key) in (
         select o.tenant, o.key from pawl.answered o
          where o.at < now() - %s order by o.at limit %d)
      """
          .formatted(KEPT, BATCH);

  private final Tenanted tenanted;

  /** Forgetting is done for all tenants. */
  private final Borrowed borrowed;

  Answered(Tenanted tenanted, Borrowed borrowed) {
    this.tenanted = tenanted;
    this.borrowed = borrowed;
  }

  /** A request under a key. */
  record Request(TenantId tenant, String key, byte[] digest) {}

  /**
   * What was answered.
   *
   * @param type of the body; empty for none
   * @param location empty for none
   */
  record Answer(int status, String type, String location, byte[] body) {}

  /** What a claim finds. */
  sealed interface Claim {

    /** The key is ours. */
    enum Mine implements Claim {
      MINE
    }

    /** Somebody has it and is not through. */
    enum InProgress implements Claim {
      IN_PROGRESS
    }

    /** Somebody had it for something else. */
    enum Reused implements Claim {
      REUSED
    }

    record Done(Answer answer) implements Claim {}
  }

  Claim claim(Request request) {
    return tenanted.of(request.tenant()).use(connection -> claim(connection, request));
  }

  private static Claim claim(Connection connection, Request request) throws SQLException {
    int tenant = request.tenant().value();
    while (true) {
      if (Borrowed.update(connection, CLAIM, tenant, request.key(), request.digest()) == 1) {
        return Claim.Mine.MINE;
      }
      Optional<Claim> found =
          Rows.first(connection, FIND, row -> found(row, request.digest()), tenant, request.key());
      if (found.isPresent()) {
        return found.get();
      }
      // It was given up in between.
    }
  }

  private static Claim found(ResultSet row, byte[] digest) throws SQLException {
    if (!Arrays.equals(row.getBytes(1), digest)) {
      return Claim.Reused.REUSED;
    }
    int status = row.getInt(2);
    if (status == 0) {
      return Claim.InProgress.IN_PROGRESS;
    }
    return new Claim.Done(new Answer(status, row.getString(3), row.getString(4), row.getBytes(5)));
  }

  void answer(Request request, Answer answer) {
    tenanted
        .of(request.tenant())
        .update(
            ANSWER,
            answer.status(),
            answer.type(),
            answer.location(),
            answer.body(),
            request.tenant().value(),
            request.key(),
            request.digest());
  }

  /** Nothing was done: the key is free again. */
  void release(Request request) {
    tenanted
        .of(request.tenant())
        .update(RELEASE, request.tenant().value(), request.key(), request.digest());
  }

  void forgetOld() {
    borrowed.updateInBatches(BATCH, FORGET);
  }
}
