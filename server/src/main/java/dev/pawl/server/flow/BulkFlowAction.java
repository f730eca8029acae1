package dev.pawl.server.flow;

import dev.pawl.engine.store.TenantId;
import dev.pawl.postgres.flow.FlowStore;
import dev.pawl.postgres.flow.StoredFlow;
import dev.pawl.postgres.flow.StoredFlow.About;
import dev.pawl.postgres.flow.VersionStore;
import dev.pawl.server.access.Permission;
import dev.pawl.server.flow.FlowBulkController.BulkFlowResult;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/** An action on several flows. */
enum BulkFlowAction {
  /** Activates the latest version of flows that have no active one. */
  ENABLE,
  /** Leaves flows without an active version. */
  DISABLE,
  ARCHIVE,
  RESTORE,
  /** Adds tags. */
  TAG,
  /** Removes tags. */
  UNTAG;

  /** A change of one flow. */
  interface Change {
    void apply(Connection connection, TenantId tenant) throws SQLException;
  }

  /**
   * What the action does to a flow.
   *
   * @param active version that starts take afterwards
   */
  record Outcome(
      BulkFlowResult result, Optional<String> reason, OptionalInt active, Change change) {

    private static Outcome changed(OptionalInt active, Change change) {
      return new Outcome(BulkFlowResult.CHANGED, Optional.empty(), active, change);
    }

    private static Outcome unchanged(StoredFlow flow) {
      return new Outcome(
          BulkFlowResult.UNCHANGED, Optional.empty(), flow.versions().active(), (c, tenant) -> {});
    }

    private static Outcome refused(StoredFlow flow, String reason) {
      return new Outcome(
          BulkFlowResult.REFUSED, Optional.of(reason), flow.versions().active(), (c, tenant) -> {});
    }
  }

  Permission permission() {
    return takesTags() ? Permission.EDIT : Permission.PUBLISH;
  }

  boolean takesTags() {
    return this == TAG || this == UNTAG;
  }

  /** Returns true if the action may change what starts the flow. */
  boolean changesStarts() {
    return !takesTags();
  }

  Outcome outcome(StoredFlow flow, List<String> tags) {
    return switch (this) {
      case ENABLE -> enable(flow);
      case DISABLE ->
          flow.versions().active().isEmpty()
              ? Outcome.unchanged(flow)
              : Outcome.changed(
                  OptionalInt.empty(),
                  (connection, tenant) -> VersionStore.deactivate(connection, tenant, flow.code()));
      case ARCHIVE -> archive(flow, true);
      case RESTORE -> archive(flow, false);
      case TAG -> {
        Set<String> all = new LinkedHashSet<>(flow.about().tags());
        all.addAll(tags);
        yield all.size() > FlowNameRules.MAX_TAGS
            ? Outcome.refused(
                flow,
                "the flow would have %d tags; at most %d are allowed"
                    .formatted(all.size(), FlowNameRules.MAX_TAGS))
            : withTags(flow, List.copyOf(all));
      }
      case UNTAG ->
          withTags(flow, flow.about().tags().stream().filter(tag -> !tags.contains(tag)).toList());
    };
  }

  private static Outcome enable(StoredFlow flow) {
    if (flow.dates().archivedAt().isPresent()) {
      return Outcome.refused(flow, "the flow is archived; restore it first");
    }
    if (flow.versions().active().isPresent()) {
      return Outcome.unchanged(flow);
    }
    OptionalInt latest = flow.versions().latest();
    return latest.isEmpty()
        ? Outcome.refused(flow, "the flow has no version yet; publish it first")
        : Outcome.changed(
            latest,
            (connection, tenant) ->
                VersionStore.activate(connection, tenant, flow.code(), latest.getAsInt()));
  }

  private static Outcome archive(StoredFlow flow, boolean archived) {
    return flow.dates().archivedAt().isPresent() == archived
        ? Outcome.unchanged(flow)
        : Outcome.changed(
            flow.versions().active(),
            (connection, tenant) -> FlowStore.archive(connection, tenant, flow.id(), archived));
  }

  private static Outcome withTags(StoredFlow flow, List<String> tags) {
    About about = flow.about();
    return tags.equals(about.tags())
        ? Outcome.unchanged(flow)
        : Outcome.changed(
            flow.versions().active(),
            (connection, tenant) ->
                FlowStore.save(
                    connection,
                    tenant,
                    flow.id(),
                    flow.text(),
                    new About(about.type(), about.category(), about.priority(), tags)));
  }
}
