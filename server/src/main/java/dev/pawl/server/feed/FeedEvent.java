package dev.pawl.server.feed;

import dev.pawl.engine.Status;
import dev.pawl.engine.StepId;
import dev.pawl.postgres.feed.JournalFact;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * An event of the feed.
 *
 * @param version number of the version; absent if it is the test of a draft
 * @param step id of the step concerned; absent if there is none
 * @param status current status of the execution
 */
record FeedEvent(
    UUID execution,
    String flow,
    @Nullable Integer version,
    boolean test,
    int seq,
    Instant at,
    FactKind fact,
    @Nullable String step,
    Status status) {

  static FeedEvent of(JournalFact one) {
    return new FeedEvent(
        one.key().spot().execution(),
        one.version().flow(),
        one.version().isPublished() ? one.version().number() : null,
        one.test(),
        one.key().spot().seq(),
        one.key().spot().at(),
        FactKind.of(one.fact()),
        FactKind.step(one.fact()).map(StepId::toString).orElse(null),
        one.status());
  }
}
