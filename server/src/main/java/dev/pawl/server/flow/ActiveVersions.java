package dev.pawl.server.flow;

import dev.pawl.engine.store.Priority;
import dev.pawl.engine.store.TenantId;
import dev.pawl.server.problem.Refusal;
import dev.pawl.server.web.Ids;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Which version of a flow a start takes. Starts are many and flows change seldom: what is known is
 * believed for a moment, here until something changes on this node.
 */
public final class ActiveVersions {

  /** For so long a flow may still be started that was changed on another node. */
  private static final long BELIEVED = Duration.ofMillis(500).toNanos();

  private static final int MOST_BELIEVED = 10_000;

  private final Reading reading;
  private final Map<Name, Believed> believed = new ConcurrentHashMap<>();
  private final AtomicLong changes = new AtomicLong();

  ActiveVersions(Reading reading) {
    this.reading = reading;
  }

  /** Where it is read how a flow stands. */
  interface Reading {
    Catalogue.Standing standing(TenantId tenant, String flow);
  }

  /**
   * A version that can be started.
   *
   * @param priority what its executions have unless they are given another
   */
  public record Named(String code, int version, Priority priority) {}

  private record Name(TenantId tenant, String flow) {}

  /**
   * @param changes how many changes were known of when it was read: a read that a change overtakes
   *     is believed by nobody
   */
  private record Believed(Catalogue.Standing flow, long since, long changes) {}

  /** The version that is asked for, or else the active one. */
  public Named named(TenantId tenant, String flow, Optional<Integer> version) {
    Catalogue.Standing found = mustStart(tenant, flow);
    if (version.isPresent() && !found.hasVersion(version.get())) {
      // It may have been published on another node a moment ago.
      Name name = new Name(tenant, flow);
      believed.remove(name);
      found = mustStart(tenant, flow);
      if (!found.hasVersion(version.get())) {
        throw FlowVersions.noVersion(
            found.code(), version.get(), Math.max(0, found.gone()) + 1, found.latest());
      }
    }
    if (version.isPresent()) {
      return new Named(found.code(), version.get(), found.priority());
    }
    if (found.active().isEmpty()) {
      throw Refusal.conflict("not-published", "the flow has no active version; publish it first");
    }
    return new Named(found.code(), found.active().getAsInt(), found.priority());
  }

  /**
   * @throws Refusal if nothing of the flow may start
   */
  Catalogue.Standing mustStart(TenantId tenant, String flow) {
    Catalogue.Standing found = flow(new Name(tenant, flow));
    if (found.archived()) {
      throw Refusal.conflict("archived", "the flow is archived; restore it to start it");
    }
    if (found.halted()) {
      throw Halts.halted();
    }
    return found;
  }

  /** The code of a flow that is named by its code or its id. */
  public String code(TenantId tenant, String flow) {
    return flow(new Name(tenant, flow)).code();
  }

  /**
   * The same, and the name itself where there is no such flow: programs have flows of their own.
   */
  public String codeOr(TenantId tenant, String flow) {
    if (Ids.parse(flow).isEmpty()) {
      return flow;
    }
    try {
      return code(tenant, flow);
    } catch (Refusal unknown) {
      return flow;
    }
  }

  private Catalogue.Standing flow(Name name) {
    long before = changes.get();
    Believed known = believed.get(name);
    if (known != null
        && known.changes() == before
        && System.nanoTime() - known.since() < BELIEVED) {
      return known.flow();
    }
    long now = System.nanoTime();
    Catalogue.Standing found = reading.standing(name.tenant(), name.flow());
    if (believed.size() >= MOST_BELIEVED) {
      believed.clear();
    }
    believed.put(name, new Believed(found, now, before));
    return found;
  }

  /** Something about some flow is no longer what it was. */
  void changed() {
    changes.incrementAndGet();
    believed.clear();
  }
}
