package dev.pawl.testkit.store;

import dev.pawl.engine.Failure;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.ExecutionMetadata;
import dev.pawl.engine.store.Executions;
import dev.pawl.engine.store.JournalEntry;
import dev.pawl.engine.store.TenantId;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Queries on the executions of an in-memory store. */
final class InMemoryExecutions implements Executions {

  private static final Pattern NO_WORD = Pattern.compile("[^\\p{L}\\p{N}]+");

  private static final Comparator<Summary> NEWEST_FIRST =
      Comparator.comparing((Summary found) -> found.info().key(), TimedId.OLDEST_FIRST).reversed();

  private final StoreState memory;

  InMemoryExecutions(StoreState memory) {
    this.memory = memory;
  }

  @Override
  public Optional<Summary> find(ExecutionKey key) {
    return memory.withLock(
        () ->
            memory
                .live
                .find(key)
                .map(this::summary)
                .or(() -> Optional.ofNullable(memory.finished.get(key))));
  }

  @Override
  public Optional<ExecutionKey> findStarted(ExecutionMetadata info) {
    return memory.withLock(
        () ->
            StoreState.AcceptedKey.start(info)
                .flatMap(key -> Optional.ofNullable(memory.accepted.get(key)))
                .map(id -> new ExecutionKey(info.key().tenant(), id)));
  }

  @Override
  public Optional<String> request(ExecutionMetadata info) {
    return memory.withLock(
        () ->
            StoreState.AcceptedKey.start(info)
                .flatMap(key -> Optional.ofNullable(memory.requests.get(key))));
  }

  @Override
  public List<JournalEntry> facts(ExecutionKey key, long after, int most) {
    return memory.withLock(
        () ->
            memory.journal.getOrDefault(key, List.of()).stream()
                .filter(entry -> entry.seq() > after)
                .limit(most)
                .toList());
  }

  @Override
  public long lastSeq(ExecutionKey key) {
    return memory.withLock(
        () -> {
          List<JournalEntry> journal = memory.journal.getOrDefault(key, List.of());
          return journal.isEmpty() ? 0L : journal.getLast().seq();
        });
  }

  @Override
  public List<Summary> search(TenantId tenant, Criteria criteria, Page page) {
    return memory.withLock(
        () ->
            Stream.concat(
                    memory.live.all().stream().map(this::summary),
                    memory.finished.values().stream())
                .filter(found -> found.info().key().tenant().equals(tenant))
                .filter(found -> matches(found, criteria) && matches(found, criteria.details()))
                .filter(found -> isAfter(found, page))
                .sorted(NEWEST_FIRST)
                .limit(page.limit())
                .toList());
  }

  private Summary summary(LiveRow row) {
    return new Summary(
        row.info,
        row.status(),
        TimedId.time(row.info.id()),
        Optional.empty(),
        Optional.empty(),
        Optional.of(row.waitState(memory.now())));
  }

  private static boolean matches(Summary found, Criteria wanted) {
    return isAnyOr(wanted.flow(), found.info().version().flow())
        && (wanted.statuses().isEmpty() || wanted.statuses().contains(found.status()))
        && (wanted.businessKey().isEmpty()
            || wanted.businessKey().equals(found.info().tags().businessKey()))
        && found.info().tags().labels().entrySet().containsAll(wanted.labels().entrySet())
        && isAnyOr(wanted.test(), found.info().tags().origin().test().isPresent())
        && wanted.parent().accepts(found.info())
        && wanted.error().map(words -> containsWords(found.failure(), words)).orElse(true)
        && wanted.started().from().map(from -> !found.startedAt().isBefore(from)).orElse(true)
        && wanted.started().to().map(to -> found.startedAt().isBefore(to)).orElse(true);
  }

  private boolean matches(Summary found, Details wanted) {
    Duration took = Duration.between(found.startedAt(), found.endedAt().orElseGet(memory::now));
    return wanted.ids().map(ids -> ids.contains(found.info().id())).orElse(true)
        && wanted.idPrefix().map(found.info().id().toString()::startsWith).orElse(true)
        && (wanted.version().isEmpty()
            || wanted.version().getAsInt() == found.info().version().number())
        && wanted.origin().map(origin -> origin.accepts(found.info())).orElse(true)
        && wanted.took().includes(took)
        && wanted.family().isEmpty()
        && isAnyOr(wanted.retried(), wanted.retried().isPresent() && isRetried(found));
  }

  private boolean isRetried(Summary found) {
    return Stream.concat(
            memory.live.all().stream().map(row -> row.info),
            memory.finished.values().stream().map(Summary::info))
        .anyMatch(
            other ->
                other.key().tenant().equals(found.info().key().tenant())
                    && other.tags().retriedFrom().equals(Optional.of(found.info().id())));
  }

  private static <T> boolean isAnyOr(Optional<T> wanted, T found) {
    return wanted.isEmpty() || wanted.get().equals(found);
  }

  private static boolean containsWords(Optional<Failure> failure, String words) {
    return failure.isPresent()
        && words(failure.get().error().orElse("") + " " + failure.get().cause().orElse(""))
            .containsAll(words(words));
  }

  private static Set<String> words(String text) {
    return NO_WORD
        .splitAsStream(text.toLowerCase(Locale.ROOT))
        .filter(word -> !word.isEmpty())
        .collect(Collectors.toSet());
  }

  private static boolean isAfter(Summary found, Page page) {
    return page.after()
        .map(after -> TimedId.OLDEST_FIRST.compare(found.info().key(), after) < 0)
        .orElse(true);
  }
}
