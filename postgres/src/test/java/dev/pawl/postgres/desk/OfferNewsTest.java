package dev.pawl.postgres.desk;

import dev.pawl.engine.store.Offers;
import dev.pawl.engine.store.TenantId;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class OfferNewsTest {

  private static final Duration LONG = Duration.ofDays(1);

  private final OfferNews news = new OfferNews();

  @Test
  void shouldWakeWhoWaitsForThatResource() throws Exception {
    try (Offers.Ear ear = news.listen(TenantId.DEFAULT, List.of("mail"))) {
      news.tell(OfferNews.word(TenantId.DEFAULT.value(), "mail"));

      ear.await(LONG);
    }
  }

  /** The word about this one was said before anybody listened. */
  @Test
  void shouldWakeAllWhenWordsMayHaveBeenMissed() throws Exception {
    try (Offers.Ear one = news.listen(TenantId.DEFAULT, List.of("mail"));
        Offers.Ear another = news.listen(TenantId.DEFAULT, List.of("print"))) {
      news.tellAll();

      one.await(LONG);
      another.await(LONG);
    }
  }
}
