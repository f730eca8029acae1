package dev.pawl.server.feed;

import dev.pawl.engine.Status;
import dev.pawl.engine.StepId;
import dev.pawl.postgres.feed.Happened;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Something that happened to an execution.
 *
 * @param version absent if it is the test of a draft
 * @param step to which step, if it was one
 * @param status where the execution stands now
 */
record Happening(
    UUID execution,
    String flow,
    @Nullable Integer version,
    boolean test,
    int seq,
    Instant at,
    FactKind fact,
    @Nullable String step,
    Status status) {

  static Happening of(Happened one) {
    return new Happening(
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
