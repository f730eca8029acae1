package dev.pawl.server.flow;

import dev.pawl.engine.store.Priority;
import dev.pawl.engine.store.TenantId;
import dev.pawl.server.problem.Refusal;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Which version of a flow a start takes. Starts are many and flows change seldom: what is known is
 * believed for a moment, here until something changes on this node.
 */
public final class ActiveVersions {

  /** For so long a flow may still be started that was changed on another node. */
  private static final long BELIEVED = Duration.ofMillis(500).toNanos();

  private static final int MOST_BELIEVED = 10_000;

  private final Catalogue catalogue;
  private final Map<Name, Believed> believed = new ConcurrentHashMap<>();

  ActiveVersions(Catalogue catalogue) {
    this.catalogue = catalogue;
  }

  /**
   * A version that can be started.
   *
   * @param priority what its executions have unless they are given another
   */
  public record Named(String code, int version, Priority priority) {}

  private record Name(TenantId tenant, String flow) {}

  private record Believed(FlowRecord flow, long since) {}

  /** The version that is asked for, or else the active one. */
  public Named named(TenantId tenant, String flow, Optional<Integer> version) {
    FlowRecord found = flow(new Name(tenant, flow));
    if (found.dates().archivedAt().isPresent()) {
      throw Refusal.conflict("archived", "the flow is archived; restore it to start it");
    }
    Priority priority = found.about().priority();
    if (version.isPresent()) {
      return new Named(found.code(), version.get(), priority);
    }
    if (found.versions().active().isEmpty()) {
      throw Refusal.conflict("not-published", "the flow has no active version; publish it first");
    }
    return new Named(found.code(), found.versions().active().getAsInt(), priority);
  }

  /** The code of a flow that is named by its code or its id. */
  public String code(TenantId tenant, String flow) {
    return flow(new Name(tenant, flow)).code();
  }

  private FlowRecord flow(Name name) {
    Believed known = believed.get(name);
    if (known != null && System.nanoTime() - known.since() < BELIEVED) {
      return known.flow();
    }
    long now = System.nanoTime();
    FlowRecord found = catalogue.get(name.tenant(), name.flow());
    if (believed.size() >= MOST_BELIEVED) {
      believed.clear();
    }
    believed.put(name, new Believed(found, now));
    return found;
  }

  /** Something about some flow is no longer what it was. */
  void changed() {
    believed.clear();
  }
}
