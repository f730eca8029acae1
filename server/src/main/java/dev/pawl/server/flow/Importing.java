package dev.pawl.server.flow;

import dev.pawl.engine.node.Node;
import dev.pawl.engine.store.TenantId;
import dev.pawl.model.diff.FlowDiff;
import dev.pawl.server.access.Caller;
import dev.pawl.server.access.Permission;
import dev.pawl.server.flow.Catalogue.NewFlow;
import dev.pawl.server.flow.FlowRecord.Source;
import dev.pawl.server.flow.FlowVersions.Publication;
import dev.pawl.server.problem.FindingView;
import dev.pawl.server.problem.Refusal;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Brings flows of another place to this one: all of them or none. The same again changes nothing.
 */
final class Importing {

  private final Caller caller;
  private final TenantId tenant;
  private final Node node;
  private final boolean dryRun;
  private final List<Brought> brought = new ArrayList<>();

  Importing(Caller caller, Node node, boolean dryRun) {
    this.caller = caller;
    this.node = node;
    this.tenant = caller.tenant();
    this.dryRun = dryRun;
  }

  /** What became, or would become, of a flow. */
  enum Change {
    CREATED,
    CHANGED,
    UNCHANGED
  }

  /**
   * A flow that was brought.
   *
   * @param publishes whether another version becomes active
   * @param version the number of that one, once it is
   * @param draft how its draft differs from the one that was here
   * @param active how the version that becomes active differs from the one that was
   * @param findings what there is to say about the version that becomes active, or else the draft;
   *     not all if an import has very many
   */
  record Brought(
      String code,
      Change result,
      boolean publishes,
      @Nullable Integer version,
      @Nullable FlowDiff draft,
      @Nullable FlowDiff active,
      List<FindingView> findings) {

    Brought with(List<FindingView> found) {
      return new Brought(code, result, publishes, version, draft, active, found);
    }
  }

  List<Brought> all(Connection connection, List<Exchange.Item> items) throws SQLException {
    for (Exchange.Item item : items) {
      bring(connection, item);
    }
    return brought;
  }

  private void bring(Connection connection, Exchange.Item item) throws SQLException {
    Optional<FlowRecord> found = here(connection, item);
    FlowRecord.Text text = item.text(found);
    FlowRecord.About about = item.about(found);
    FlowBody.read(text.source(), false);
    Optional<Source> wanted = Optional.ofNullable(item.active()).map(Exchange.Written::read);
    wanted.ifPresent(source -> FlowBody.read(source, true));
    Optional<Source> active =
        found.isEmpty()
            ? Optional.empty()
            : FlowVersions.active(connection, tenant, found.get())
                .map(FlowVersions.Published::source);
    boolean publishes = wanted.isPresent() && !wanted.equals(active);
    if (publishes && !caller.may(Permission.PUBLISH)) {
      throw Refusal.forbidden(
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
    Change change =
        found.isEmpty() ? Change.CREATED : saves || publishes ? Change.CHANGED : Change.UNCHANGED;
    brought.add(
        new Brought(
            item.flow(),
            change,
            publishes,
            version,
            found.map(old -> Sources.diff(old.text().source(), text.source())).orElse(null),
            publishes && active.isPresent()
                ? Sources.diff(active.get(), wanted.orElseThrow())
                : null,
            List.of()));
  }

  private Optional<FlowRecord> here(Connection connection, Exchange.Item item) throws SQLException {
    Optional<FlowRecord> found = Catalogue.lockedByCode(connection, tenant, item.flow());
    if (found.isPresent() && found.get().dates().archivedAt().isPresent()) {
      throw Refusal.conflict(
          "archived", "the flow '" + item.flow() + "' is archived here; restore it first");
    }
    item.mustBeUpon(found);
    return found;
  }

  private void write(Connection connection, Optional<FlowRecord> found, NewFlow flow)
      throws SQLException {
    if (found.isPresent()) {
      Catalogue.save(connection, tenant, found.get().id(), flow.text(), flow.about());
    } else if (!Catalogue.create(connection, tenant, flow)) {
      throw Refusal.conflict(
          "code-taken", "somebody made '" + flow.code() + "' meanwhile; import again");
    }
  }

  private int publish(Connection connection, Exchange.Item item, Source source)
      throws SQLException {
    String note = item.active() == null || item.active().note() == null ? "" : item.active().note();
    return FlowVersions.publish(
        connection,
        tenant,
        new Publication(item.flow(), source, caller.name(), FlowWords.description(note)));
  }
}
