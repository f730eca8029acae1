package dev.pawl.server.flow;

import dev.pawl.engine.store.TenantId;
import dev.pawl.postgres.connection.Rows;
import dev.pawl.postgres.connection.Tenanted;
import dev.pawl.server.problem.Refusal;
import java.time.Instant;
import java.util.Optional;

/** Tenants whose flows were all brought to a stop: nothing of theirs starts until it is lifted. */
public final class Halts {

  private static final String BEGIN =
      """
      insert into pawl.halted (tenant, by, reason) values (?, ?, ?) on conflict do nothing
      """;

  private static final String END = "delete from pawl.halted where tenant = ?";

  private static final String FIND =
      "select h.at, h.by, h.reason from pawl.halted h where h.tenant = ?";

  private final Tenanted tenanted;
  private final ActiveVersions active;

  Halts(Tenanted tenanted, ActiveVersions active) {
    this.tenanted = tenanted;
    this.active = active;
  }

  public void begin(TenantId tenant, String by, String reason) {
    tenanted.of(tenant).update(BEGIN, tenant.value(), by, reason);
    active.changed();
  }

  /** False if there was none. */
  public boolean end(TenantId tenant) {
    boolean ended = tenanted.of(tenant).update(END, tenant.value()) == 1;
    active.changed();
    return ended;
  }

  /** When a tenant was stopped, by whom, and why. */
  public record Halt(Instant at, String by, String reason) {}

  public Optional<Halt> find(TenantId tenant) {
    return tenanted
        .of(tenant)
        .use(
            connection ->
                Rows.first(
                    connection,
                    FIND,
                    row ->
                        new Halt(
                            Rows.time(row, 1).orElseThrow(), row.getString(2), row.getString(3)),
                    tenant.value()));
  }

  public boolean isHalted(TenantId tenant) {
    return find(tenant).isPresent();
  }

  /**
   * @throws Refusal if nothing may start
   */
  public void check(TenantId tenant) {
    if (isHalted(tenant)) {
      throw halted();
    }
  }

  static Refusal halted() {
    return Refusal.conflict(
        "halted",
        "nothing of this tenant starts: all its flows were paused; an administrator lets them start"
            + " again by POST /api/admin/flows/resume-all");
  }
}
