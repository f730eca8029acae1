package dev.pawl.postgres.row;

import dev.pawl.engine.store.ExecutionMetadata;
import dev.pawl.engine.store.Priority;
import java.util.List;

/**
 * Collects execution infos as columns of a batch; rarely used columns are left out if no info needs
 * them.
 */
public final class ExecutionColumns {

  private final Column tenants = Column.ints();
  private final Column ids = Column.uuids();
  private final Column flows = Column.texts();
  private final Column versions = Column.ints();
  private final Column startedBy = Column.texts();

  private final Column machines = Column.texts();
  private final Column depths = Column.shorts();
  private final Column priorities = Column.shorts();
  private final Column parents = Column.uuids();
  private final Column parentSteps = Column.texts();
  private final Column parentNumbers = Column.ints();
  private final Column replies = Column.shorts();
  private final Column businessKeys = Column.texts();
  private final Column labels = Column.texts();
  private final Column idempotencyKeys = Column.texts();
  private final Column retriedFrom = Column.uuids();
  private final Column tests = Column.texts();

  private final List<Column> plain = List.of(tenants, ids, flows, versions, startedBy);
  private final List<Column> full =
      List.of(
          tenants,
          ids,
          flows,
          versions,
          startedBy,
          machines,
          depths,
          priorities,
          parents,
          parentSteps,
          parentNumbers,
          replies,
          businessKeys,
          labels,
          idempotencyKeys,
          retriedFrom,
          tests);

  public void clear() {
    full.forEach(Column::clear);
  }

  /** Returns all columns, in the order of the statements that insert full rows. */
  public List<Column> full() {
    return full;
  }

  /** Returns the columns that every info needs. */
  public List<Column> plain() {
    return plain;
  }

  /** Returns true if an info has values in the plain columns only. */
  public static boolean isPlain(ExecutionMetadata info) {
    ExecutionMetadata.StartAttributes tags = info.tags();
    return info.depth() == 0
        && info.machine().isEmpty()
        && info.parent().isEmpty()
        && tags.priority() == Priority.NORMAL
        && tags.businessKey().isEmpty()
        && tags.labels().isEmpty()
        && tags.idempotencyKey().isEmpty()
        && tags.retriedFrom().isEmpty()
        && tags.origin().test().isEmpty();
  }

  /** Adds the plain columns of an info. */
  public void addPlain(ExecutionMetadata info) {
    tenants.add(info.key().tenant().value());
    ids.add(info.id().value());
    flows.add(info.version().flow());
    versions.add(info.version().number());
    startedBy.addText(info.tags().origin().by());
  }

  /** Adds all columns of an info. */
  public void addFull(ExecutionMetadata info) {
    addPlain(info);
    ExecutionMetadata.StartAttributes tags = info.tags();
    machines.addText(info.machine());
    depths.add((short) info.depth());
    priorities.add(ExecutionInfoRows.queue(tags.priority()));
    if (info.parent().isPresent()) {
      ExecutionMetadata.Parent parent = info.parent().get();
      parents.add(parent.id().value());
      parentSteps.add(parent.step().toString());
      parentNumbers.add(parent.number());
      replies.add((short) parent.reply().ordinal());
    } else {
      parents.addNull();
      parentSteps.addNull();
      parentNumbers.addNull();
      replies.addNull();
    }
    businessKeys.addText(tags.businessKey());
    if (tags.labels().isEmpty()) {
      labels.addNull();
    } else {
      labels.add(ExecutionInfoRows.labels(tags.labels()));
    }
    idempotencyKeys.addText(tags.idempotencyKey());
    if (tags.retriedFrom().isPresent()) {
      retriedFrom.add(tags.retriedFrom().get().value());
    } else {
      retriedFrom.addNull();
    }
    tests.addText(tags.origin().test());
  }
}
