package dev.pawl.engine.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.ExecutionId;
import dev.pawl.engine.FrameId;
import dev.pawl.engine.StepId;
import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.Offer;
import dev.pawl.engine.store.Offers;
import dev.pawl.engine.store.Priority;
import dev.pawl.engine.store.TenantId;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ShelfTest {

  private static final Workers.Request REQUEST =
      new Workers.Request(
          TenantId.DEFAULT, List.of("mail"), 9, new Offers.Taker("ann", Duration.ofSeconds(30)));

  private final Shelf shelf = new Shelf();

  /**
   * A start that turns out to be a duplicate, or has to queue, has planned work and never put it.
   */
  @Test
  void shouldForgetWorkThatNeverLayHere() {
    // A visit counts for a tenth of a second, which a machine that stands still may miss.
    do {
      shelf.take(REQUEST);
    } while (!shelf.isVisited(TenantId.DEFAULT, "mail"));

    shelf.remove(offer());
    shelf.offered(new Commit.Offered(offer(), Optional.empty()));

    assertThat(shelf.take(REQUEST)).isEmpty();
  }

  private static Offer offer() {
    ExecutionKey execution = new ExecutionKey(TenantId.DEFAULT, new ExecutionId(UUID.randomUUID()));
    return new Offer(
        new Offer.Key(execution, new StepId(FrameId.ROOT, 1), 1),
        "mail",
        Priority.NORMAL,
        "order",
        new byte[0],
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }
}
