package dev.pawl.server.flow;

import dev.pawl.engine.store.TenantId;
import dev.pawl.server.problem.Refusal;
import java.util.Optional;

/** Which version of a flow a start takes. */
public final class ActiveVersions {

  private final Catalogue catalogue;

  ActiveVersions(Catalogue catalogue) {
    this.catalogue = catalogue;
  }

  /** A version that can be started. */
  public record Named(String code, int version) {}

  /** The version that is asked for, or else the active one. */
  public Named named(TenantId tenant, String flow, Optional<Integer> version) {
    FlowRecord found =
        catalogue.find(tenant, flow).orElseThrow(() -> Refusal.notFound("flow '" + flow + "'"));
    if (found.dates().archivedAt().isPresent()) {
      throw Refusal.conflict("archived", "the flow is archived; restore it to start it");
    }
    if (version.isPresent()) {
      return new Named(found.code(), version.get());
    }
    if (found.active().isEmpty()) {
      throw Refusal.conflict("not-published", "the flow has no active version; publish it first");
    }
    return new Named(found.code(), found.active().getAsInt());
  }
}
