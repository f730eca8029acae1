package dev.pawl.server.execution;

import dev.pawl.engine.ExecutionId;
import dev.pawl.engine.node.ExecutionControl;
import dev.pawl.engine.node.read.ExecutionProgress;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.Executions;
import dev.pawl.engine.store.Executions.Criteria;
import dev.pawl.engine.store.Executions.Summary;
import dev.pawl.engine.store.TenantId;
import dev.pawl.engine.store.UnavailableException;
import dev.pawl.postgres.query.SortedSearch;
import dev.pawl.postgres.query.SortedSearch.Cursor;
import dev.pawl.postgres.query.SortedSearch.Order;
import dev.pawl.postgres.query.StepErrorSearch;
import dev.pawl.server.problem.ApiException;
import dev.pawl.server.web.IdParameters;
import dev.pawl.server.web.Listing;
import dev.pawl.server.web.Paging;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Searches executions for lists and counts, within limits of time. */
final class ExecutionList {

  /** The state of SQL for a statement that took too long. */
  private static final String CANCELLED_STATEMENT = "57014";

  private final ExecutionControl control;
  private final SortedSearch sorted;
  private final StepErrorSearch stepErrors;
  private final FlowNames names;

  ExecutionList(
      ExecutionControl control, SortedSearch sorted, StepErrorSearch stepErrors, FlowNames names) {
    this.control = control;
    this.sorted = sorted;
    this.stepErrors = stepErrors;
    this.names = names;
  }

  /**
   * How a list is read.
   *
   * @param progress true to read the progress of each execution and the name of its flow
   */
  record Options(Order order, @Nullable String after, int limit, boolean progress) {

    Optional<String> cursor() {
      return Optional.ofNullable(after).filter(text -> !text.isEmpty());
    }
  }

  /**
   * Criteria that include the errors of steps.
   *
   * @param searchedFrom executions that started before may be missing; empty if none are
   */
  record Resolved(Criteria criteria, Optional<Instant> searchedFrom) {}

  /** Returns one page of the executions that match. */
  Listing<ExecutionView> list(TenantId tenant, ExecutionFilter filter, Options options) {
    return bounded(
        () -> {
          Criteria criteria = resolve(tenant, filter).criteria();
          Order order = options.order();
          if (order.field() != SortedSearch.Field.STARTED || !order.descending()) {
            Optional<Cursor> after = options.cursor().map(ExecutionList::cursor);
            SortedSearch.SortedPage page =
                sorted.search(tenant, criteria, order, after, options.limit());
            return new Listing<>(
                views(tenant, page.found(), options.progress()),
                page.next().map(ExecutionList::text).orElse(null));
          }
          Executions.Page page =
              new Executions.Page(
                  options.limit(),
                  options
                      .cursor()
                      .map(Paging::parseCursor)
                      .map(id -> new ExecutionKey(tenant, new ExecutionId(id))));
          List<Summary> found = control.reader().search(tenant, criteria, page);
          return Listing.of(
              views(tenant, found, options.progress()), options.limit(), ExecutionView::id);
        });
  }

  /** Replaces a condition on errors of steps by the executions that fulfil it. */
  Resolved resolve(TenantId tenant, ExecutionFilter filter) {
    Criteria criteria = filter.criteria();
    if (filter.stepError() == null || filter.stepError().isBlank()) {
      return new Resolved(criteria, Optional.empty());
    }
    StepErrorSearch.Found found = stepErrors.search(tenant, filter.stepError(), criteria.started());
    List<ExecutionId> ids =
        criteria
            .details()
            .ids()
            .map(wanted -> found.executions().stream().filter(wanted::contains).toList())
            .orElse(found.executions());
    return new Resolved(criteria.details(criteria.details().among(ids)), found.searchedFrom());
  }

  private List<ExecutionView> views(TenantId tenant, List<Summary> found, boolean progress) {
    if (!progress) {
      return found.stream().map(ExecutionView::of).toList();
    }
    Map<ExecutionId, ExecutionProgress> all = control.reader().progress(tenant, found);
    Map<String, String> flowNames =
        names.of(tenant, found.stream().map(one -> one.info().version().flow()).toList());
    return found.stream()
        .map(one -> ExecutionView.of(one, Optional.ofNullable(all.get(one.info().id()))))
        .map(view -> view.withFlowName(flowNames.get(view.flow())))
        .toList();
  }

  /**
   * Runs a search.
   *
   * @throws ApiException if it took too long
   */
  static <T> T bounded(Supplier<T> search) {
    try {
      return search.get();
    } catch (UnavailableException failed) {
      if (failed.getCause() instanceof SQLException cause
          && CANCELLED_STATEMENT.equals(cause.getSQLState())) {
        throw ApiException.refused(
            "search-too-broad",
            "the search took longer than %d seconds; narrow it by flow, status or start time, or"
                    .formatted(SortedSearch.MAX_DURATION.toSeconds())
                + " sort by start");
      }
      throw failed;
    }
  }

  private static String text(Cursor cursor) {
    String text =
        ChronoUnit.MICROS.between(Instant.EPOCH, cursor.asOf())
            + " "
            + cursor.key()
            + " "
            + cursor.id();
    return Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString(text.getBytes(StandardCharsets.US_ASCII));
  }

  private static Cursor cursor(String text) {
    try {
      String[] parts =
          new String(Base64.getUrlDecoder().decode(text), StandardCharsets.US_ASCII).split(" ", 3);
      Optional<UUID> id = parts.length == 3 ? IdParameters.parse(parts[2]) : Optional.empty();
      if (id.isPresent()) {
        Instant asOf = Instant.EPOCH.plus(Long.parseLong(parts[0]), ChronoUnit.MICROS);
        return new Cursor(asOf, Long.parseLong(parts[1]), id.get());
      }
    } catch (IllegalArgumentException | java.time.DateTimeException | ArithmeticException e) {
      // The answer below says what is allowed.
    }
    throw ApiException.malformed("after: use the value of next of an earlier page");
  }
}
