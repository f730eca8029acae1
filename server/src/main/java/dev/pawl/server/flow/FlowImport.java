package dev.pawl.server.flow;

import dev.pawl.engine.node.Node;
import dev.pawl.engine.store.TenantId;
import dev.pawl.postgres.flow.FlowStore;
import dev.pawl.postgres.flow.FlowStore.NewFlow;
import dev.pawl.postgres.flow.StoredFlow;
import dev.pawl.postgres.flow.StoredFlow.Source;
import dev.pawl.postgres.flow.VersionStore;
import dev.pawl.postgres.flow.VersionStore.Publication;
import dev.pawl.postgres.flow.VersionStore.PublishedVersion;
import dev.pawl.server.access.Caller;
import dev.pawl.server.access.Permission;
import dev.pawl.server.problem.ApiException;
import dev.pawl.server.problem.FindingView;
import io.swagger.v3.oas.annotations.media.Schema;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Imports a bundle of flows in one transaction. Importing the same bundle again changes nothing.
 */
final class FlowImport {

  private final Caller caller;
  private final TenantId tenant;
  private final Node node;
  private final DefinitionReview review;
  private final boolean dryRun;
  private final List<ImportedFlow> imported = new ArrayList<>();

  FlowImport(Caller caller, Node node, DefinitionReview review, boolean dryRun) {
    this.review = review;
    this.caller = caller;
    this.node = node;
    this.tenant = caller.tenant();
    this.dryRun = dryRun;
  }

  /** The effect of an import on a flow; in a dry run, the effect it would have. */
  enum ImportChange {
    CREATED,
    CHANGED,
    UNCHANGED
  }

  /** The result of importing one flow. */
  record ImportedFlow(
      @Schema(description = "Code of the flow, unique within its tenant.", example = "order-saga")
          String code,
      @Schema(description = "Effect on the flow.") ImportChange result,
      @Schema(description = "True if another version becomes active.") boolean publishes,
      @Schema(
              description = "Number of the version that became active; absent in a dry run.",
              example = "4")
          @Nullable Integer version,
      @Schema(description = "Difference between the imported draft and the one before.")
          @Nullable FlowDiffView draft,
      @Schema(
              description =
                  "Difference between the version that becomes active and the one before.")
          @Nullable FlowDiffView active,
      @Schema(
              description =
                  "Findings of the version that becomes active, or else of the draft; shortened if"
                      + " an import has very many.")
          List<FindingView> findings) {

    ImportedFlow with(List<FindingView> found) {
      return new ImportedFlow(code, result, publishes, version, draft, active, found);
    }
  }

  List<ImportedFlow> importAll(Connection connection, List<FlowBundle.BundledFlow> items)
      throws SQLException {
    for (FlowBundle.BundledFlow item : items) {
      importOne(connection, item);
    }
    return imported;
  }

  private void importOne(Connection connection, FlowBundle.BundledFlow item) throws SQLException {
    Optional<StoredFlow> found = findExisting(connection, item);
    StoredFlow.Text text = item.text(found);
    StoredFlow.About about = item.about(found);
    FlowBody.read(text.source(), false);
    Optional<Source> wanted =
        Optional.ofNullable(item.active()).map(FlowBundle.BundledDefinition::toSource);
    wanted.ifPresent(review::requirePublishable);
    Optional<Source> active =
        found.isEmpty()
            ? Optional.empty()
            : VersionStore.active(connection, tenant, found.get()).map(PublishedVersion::source);
    boolean publishes = wanted.isPresent() && !wanted.equals(active);
    if (publishes && !caller.may(Permission.PUBLISH)) {
      throw ApiException.forbidden(
          "this key may not publish '" + item.flow() + "'; leave out its active version");
    }
    boolean saves =
        found.isEmpty() || !found.get().text().equals(text) || !found.get().about().equals(about);
    Integer version = null;
    if (!dryRun) {
      if (saves) {
        NewFlow flow = new NewFlow(node.newId(), item.flow(), text, about, caller.name());
        write(connection, found, flow);
      }
      if (publishes) {
        version = publish(connection, item, wanted.orElseThrow());
      }
    }
    ImportChange change =
        found.isEmpty()
            ? ImportChange.CREATED
            : saves || publishes ? ImportChange.CHANGED : ImportChange.UNCHANGED;
    imported.add(
        new ImportedFlow(
            item.flow(),
            change,
            publishes,
            version,
            found
                .map(old -> DefinitionSources.diff(old.text().source(), text.source()))
                .orElse(null),
            publishes && active.isPresent()
                ? DefinitionSources.diff(active.get(), wanted.orElseThrow())
                : null,
            List.of()));
  }

  private Optional<StoredFlow> findExisting(Connection connection, FlowBundle.BundledFlow item)
      throws SQLException {
    Optional<StoredFlow> found = FlowRepository.lockByCode(connection, tenant, item.flow());
    if (found.isPresent() && found.get().dates().archivedAt().isPresent()) {
      throw ApiException.conflict(
          "archived", "the flow '" + item.flow() + "' is archived here; restore it first");
    }
    item.requireBase(found);
    return found;
  }

  private void write(Connection connection, Optional<StoredFlow> found, NewFlow flow)
      throws SQLException {
    if (found.isPresent()) {
      FlowStore.save(connection, tenant, found.get().id(), flow.text(), flow.about());
    } else if (!FlowStore.create(connection, tenant, flow)) {
      throw ApiException.conflict(
          "code-taken", "another request created '" + flow.code() + "' meanwhile; import again");
    }
  }

  private int publish(Connection connection, FlowBundle.BundledFlow item, Source source)
      throws SQLException {
    String note = item.active() == null || item.active().note() == null ? "" : item.active().note();
    return FlowVersions.publish(
        connection,
        tenant,
        new Publication(
            item.flow(), source, caller.name(), FlowNameRules.requireDescription(note)));
  }
}
