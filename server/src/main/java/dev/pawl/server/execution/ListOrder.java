package dev.pawl.server.execution;

import dev.pawl.postgres.query.SortedSearch.Field;
import dev.pawl.postgres.query.SortedSearch.Order;
import java.util.Locale;

/** The parameters by which lists of executions are sorted. */
final class ListOrder {

  static final String SORTS = "started|updated|duration";
  static final String ORDERS = "asc|desc";

  private ListOrder() {}

  /** Returns the order of valid parameters. */
  static Order of(String sort, String order) {
    return new Order(Field.valueOf(sort.toUpperCase(Locale.ROOT)), order.equals("desc"));
  }
}
