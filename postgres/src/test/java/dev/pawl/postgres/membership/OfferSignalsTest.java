package dev.pawl.postgres.membership;

import dev.pawl.engine.store.Offers;
import dev.pawl.engine.store.TenantId;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class OfferSignalsTest {

  private static final Duration LONG = Duration.ofDays(1);

  private final OfferSignals news = new OfferSignals();

  @Test
  void shouldWakeSubscribersOfTheResource() throws Exception {
    try (Offers.OfferSubscription subscription =
        news.subscribe(TenantId.DEFAULT, List.of("mail"))) {
      news.wake(OfferSignals.payload(TenantId.DEFAULT.value(), "mail"));

      subscription.await(LONG);
    }
  }

  /** The notification of this one was sent before there was a listener. */
  @Test
  void shouldWakeAllSubscribersIfNotificationsMayBeLost() throws Exception {
    try (Offers.OfferSubscription one = news.subscribe(TenantId.DEFAULT, List.of("mail"));
        Offers.OfferSubscription another = news.subscribe(TenantId.DEFAULT, List.of("print"))) {
      news.wakeAll();

      one.await(LONG);
      another.await(LONG);
    }
  }
}
