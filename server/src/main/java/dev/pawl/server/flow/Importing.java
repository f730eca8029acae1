package dev.pawl.server.flow;

import dev.pawl.engine.store.TenantId;
import dev.pawl.model.diff.FlowDiff;
import dev.pawl.server.access.Caller;
import dev.pawl.server.access.Permission;
import dev.pawl.server.flow.Catalogue.NewFlow;
import dev.pawl.server.flow.FlowRecord.Source;
import dev.pawl.server.flow.Shelf.Publication;
import dev.pawl.server.problem.Refusal;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Brings flows of another place to this one: all of them or none. The same again changes nothing.
 */
final class Importing {

  private final Caller caller;
  private final TenantId tenant;
  private final boolean dryRun;
  private final List<Brought> brought = new ArrayList<>();

  Importing(Caller caller, boolean dryRun) {
    this.caller = caller;
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
   * @param draft how its draft differs from the one that was here
   * @param active how the version that becomes active differs from the one that was
   */
  record Brought(
      String code,
      Change result,
      boolean publishes,
      @Nullable FlowDiff draft,
      @Nullable FlowDiff active) {}

  List<Brought> all(Connection connection, List<Exchange.Item> items) throws SQLException {
    for (Exchange.Item item : items) {
      bring(connection, item);
    }
    return brought;
  }

  private void bring(Connection connection, Exchange.Item item) throws SQLException {
    FlowRecord.Text text = item.text();
    FlowBody.read(text.source(), false);
    Optional<Source> wanted = Optional.ofNullable(item.active()).map(Exchange.Written::read);
    wanted.ifPresent(source -> FlowBody.read(source, true));
    Optional<FlowRecord> found = Catalogue.find(connection, tenant, item.flow());
    Optional<Source> active =
        found.isEmpty()
            ? Optional.empty()
            : Shelf.active(connection, tenant, found.get()).map(Shelf.Published::source);
    boolean publishes = wanted.isPresent() && !wanted.equals(active);
    if (publishes && !caller.may(Permission.PUBLISH)) {
      throw Refusal.forbidden(
          "this key may not publish '" + item.flow() + "'; leave out its active version");
    }
    boolean saves =
        found.isEmpty()
            || !found.get().text().equals(text)
            || !found.get().about().equals(item.about());
    if (!dryRun) {
      write(connection, item, found, saves);
      if (publishes) {
        publish(connection, item, wanted.orElseThrow());
      }
    }
    Change change =
        found.isEmpty() ? Change.CREATED : saves || publishes ? Change.CHANGED : Change.UNCHANGED;
    brought.add(
        new Brought(
            item.flow(),
            change,
            publishes,
            found.map(old -> Sources.diff(old.text().source(), text.source())).orElse(null),
            publishes && active.isPresent()
                ? Sources.diff(active.get(), wanted.orElseThrow())
                : null));
  }

  private void write(
      Connection connection, Exchange.Item item, Optional<FlowRecord> found, boolean saves)
      throws SQLException {
    if (found.isEmpty()) {
      NewFlow flow =
          new NewFlow(UUID.randomUUID(), item.flow(), item.text(), item.about(), caller.name());
      if (!Catalogue.create(connection, tenant, flow)) {
        throw Refusal.conflict(
            "code-taken", "somebody made '" + item.flow() + "' meanwhile; import again");
      }
    } else if (saves) {
      Catalogue.save(
          connection, tenant, found.get().id(), item.text(), item.about(), OptionalInt.empty());
    }
  }

  private void publish(Connection connection, Exchange.Item item, Source source)
      throws SQLException {
    String note = item.active() == null || item.active().note() == null ? "" : item.active().note();
    Shelf.publish(
        connection,
        tenant,
        new Publication(item.flow(), source, caller.name(), FlowWords.description(note)));
  }
}
