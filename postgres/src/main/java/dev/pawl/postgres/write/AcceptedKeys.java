package dev.pawl.postgres.write;

import dev.pawl.engine.store.Card;
import dev.pawl.postgres.row.Column;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The idempotency keys of new executions. A key that is there already is an error. */
public final class AcceptedKeys implements Part {

  /** What the database calls that error's cause. */
  static final String CONSTRAINT = "accepted_pkey";

  private static final String TEXT =
      """
      , a as (
        insert into pawl.accepted (tenant, scope, key, execution, request)
        select unnest(?::int[]), unnest(?::text[]), unnest(?::text[]), unnest(?::uuid[]),
               unnest(?::text[])
          from f
        returning 1)
      , g as materialized (select f.node, (select count(*) from a) from f)
      """;

  private static final String NONE = ", g as materialized (select f.node from f)\n";

  // In the same order everywhere: nobody waits in a circle for a key that another may give up.
  private static final Comparator<Card> ORDER =
      Comparator.<Card>comparingInt(card -> card.key().tenant().value())
          .thenComparing(AcceptedKeys::scope)
          .thenComparing(AcceptedKeys::key);

  private final Column tenants = Column.ints();
  private final Column scopes = Column.texts();
  private final Column keys = Column.texts();
  private final Column executions = Column.uuids();
  private final Column requests = Column.texts();
  private final List<Column> all = List.of(tenants, scopes, keys, executions, requests);
  private final List<Card> cards = new ArrayList<>();

  public static String scope(Card card) {
    return "start:" + card.version().flow();
  }

  public static String key(Card card) {
    return card.tags().idempotencyKey().orElseThrow();
  }

  @Override
  public void clear() {
    cards.clear();
    all.forEach(Column::clear);
  }

  void add(Card card) {
    if (card.tags().idempotencyKey().isPresent()) {
      cards.add(card);
    }
  }

  @Override
  public void draft(Draft draft) {
    if (cards.isEmpty()) {
      draft.add(NONE);
      return;
    }
    cards.sort(ORDER);
    for (Card card : cards) {
      tenants.add(card.key().tenant().value());
      scopes.add(scope(card));
      keys.add(key(card));
      executions.add(card.id().value());
      requests.addText(card.tags().origin().request());
    }
    draft.add(TEXT, all);
  }
}
