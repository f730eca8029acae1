package dev.pawl.postgres.membership;

import dev.pawl.engine.store.Offers;
import dev.pawl.engine.store.TenantId;
import java.time.Duration;
import java.util.Collection;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * Wakes subscribers that wait for offers of certain resources, on whichever node these are made.
 */
public final class OfferSignals {

  /** The channel of the notifications. */
  public static final String CHANNEL = "pawl_offer";

  /** The maximum length of a resource name in a notification payload. */
  public static final int MAX_RESOURCE_LENGTH = 500;

  private final Set<Subscriber> subscriptions = ConcurrentHashMap.newKeySet();

  /**
   * Returns the notification payload of a resource. Resources with too long a name share the empty
   * payload, so their subscribers also wake for offers of each other.
   */
  public static String payload(int tenant, String resource) {
    return resource.length() > MAX_RESOURCE_LENGTH ? "" : tenant + " " + resource;
  }

  /** Wakes the subscribers of a notification payload. */
  public void wake(String payload) {
    for (Subscriber subscription : subscriptions) {
      if (subscription.payloads.contains(payload)) {
        subscription.wakeUps.release();
      }
    }
  }

  /** Wakes all subscribers, because notifications may have been lost. */
  public void wakeAll() {
    subscriptions.forEach(Subscriber::wake);
  }

  /** Subscribes to offers of the given resources until the subscription is closed. */
  public Offers.OfferSubscription subscribe(TenantId tenant, Collection<String> resources) {
    Subscriber subscription =
        new Subscriber(
            resources.stream()
                .map(resource -> payload(tenant.value(), resource))
                .collect(Collectors.toUnmodifiableSet()));
    subscriptions.add(subscription);
    return subscription;
  }

  private final class Subscriber implements Offers.OfferSubscription {
    private final Set<String> payloads;
    private final Semaphore wakeUps = new Semaphore(0);

    Subscriber(Set<String> payloads) {
      this.payloads = payloads;
    }

    @Override
    public void await(Duration timeout) throws InterruptedException {
      if (wakeUps.tryAcquire(timeout.toNanos(), TimeUnit.NANOSECONDS)) {
        wakeUps.drainPermits();
      }
    }

    @Override
    public void wake() {
      wakeUps.release();
    }

    @Override
    public void close() {
      subscriptions.remove(this);
      wake();
    }
  }
}
