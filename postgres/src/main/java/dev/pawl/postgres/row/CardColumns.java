package dev.pawl.postgres.row;

import dev.pawl.engine.store.Card;
import dev.pawl.engine.store.Priority;
import java.util.List;

/** Cards as columns of a batch; the columns that few cards need are left out if none does. */
public final class CardColumns {

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

  /** What the columns hold if they are not plain, in this order. */
  public List<Column> full() {
    return full;
  }

  public List<Column> plain() {
    return plain;
  }

  public static boolean isPlain(Card card) {
    Card.Tags tags = card.tags();
    return card.depth() == 0
        && card.machine().isEmpty()
        && card.parent().isEmpty()
        && tags.priority() == Priority.NORMAL
        && tags.businessKey().isEmpty()
        && tags.labels().isEmpty()
        && tags.idempotencyKey().isEmpty()
        && tags.retriedFrom().isEmpty()
        && tags.origin().test().isEmpty();
  }

  public void addPlain(Card card) {
    tenants.add(card.key().tenant().value());
    ids.add(card.id().value());
    flows.add(card.version().flow());
    versions.add(card.version().number());
    startedBy.addText(card.tags().origin().by());
  }

  public void addFull(Card card) {
    addPlain(card);
    Card.Tags tags = card.tags();
    machines.addText(card.machine());
    depths.add((short) card.depth());
    priorities.add(Cards.lane(tags.priority()));
    if (card.parent().isPresent()) {
      Card.Parent parent = card.parent().get();
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
      labels.add(Cards.labels(tags.labels()));
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
