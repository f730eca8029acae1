package dev.pawl.postgres.row;

import dev.pawl.engine.store.ExecutionMetadata;
import dev.pawl.engine.store.Priority;
import java.util.List;

/**
 * Collects execution infos as columns of a batch; rarely used columns are left out if no info needs
 * them.
 */
public final class ExecutionColumns {

  /** The columns that a batch needs; each form has those of the forms before it. */
  public enum Form {
    PLAIN,
    /** Also business key and idempotency key, as starts by triggers have them. */
    KEYED,
    FULL;

    /** Returns the form that has the columns of both. */
    public Form with(Form other) {
      return compareTo(other) >= 0 ? this : other;
    }
  }

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
  private final List<Column> keyed =
      List.of(tenants, ids, flows, versions, startedBy, businessKeys, idempotencyKeys);
  private final List<Column> full =
      List.of(
          tenants,
          ids,
          flows,
          versions,
          startedBy,
          businessKeys,
          idempotencyKeys,
          machines,
          depths,
          priorities,
          parents,
          parentSteps,
          parentNumbers,
          replies,
          labels,
          retriedFrom,
          tests);

  public void clear() {
    full.forEach(Column::clear);
  }

  /** Returns the columns of a form, in the order of the statements that insert its rows. */
  public List<Column> of(Form form) {
    return switch (form) {
      case PLAIN -> plain;
      case KEYED -> keyed;
      case FULL -> full;
    };
  }

  /** Returns the form with the fewest columns that has all values of an info. */
  public static Form form(ExecutionMetadata info) {
    ExecutionMetadata.StartAttributes tags = info.tags();
    boolean isFull =
        info.depth() != 0
            || info.machine().isPresent()
            || info.parent().isPresent()
            || tags.priority() != Priority.NORMAL
            || !tags.labels().isEmpty()
            || tags.retriedFrom().isPresent()
            || tags.origin().test().isPresent();
    if (isFull) {
      return Form.FULL;
    }
    return tags.businessKey().isPresent() || tags.idempotencyKey().isPresent()
        ? Form.KEYED
        : Form.PLAIN;
  }

  /** Adds the columns of a form. */
  public void add(ExecutionMetadata info, Form form) {
    addPlain(info);
    if (form != Form.PLAIN) {
      businessKeys.addText(info.tags().businessKey());
      idempotencyKeys.addText(info.tags().idempotencyKey());
    }
    if (form == Form.FULL) {
      addRare(info);
    }
  }

  private void addPlain(ExecutionMetadata info) {
    tenants.add(info.key().tenant().value());
    ids.add(info.id().value());
    flows.add(info.version().flow());
    versions.add(info.version().number());
    startedBy.addText(info.tags().origin().by());
  }

  private void addRare(ExecutionMetadata info) {
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
    if (tags.labels().isEmpty()) {
      labels.addNull();
    } else {
      labels.add(ExecutionInfoRows.labels(tags.labels()));
    }
    if (tags.retriedFrom().isPresent()) {
      retriedFrom.add(tags.retriedFrom().get().value());
    } else {
      retriedFrom.addNull();
    }
    tests.addText(tags.origin().test());
  }
}
