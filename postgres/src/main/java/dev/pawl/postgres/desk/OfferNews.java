package dev.pawl.postgres.desk;

import dev.pawl.engine.store.Offers;
import dev.pawl.engine.store.TenantId;
import java.time.Duration;
import java.util.Collection;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** Wakes those who wait for offers of some resources, wherever these are made. */
public final class OfferNews {

  /** Where the word is spread. */
  public static final String CHANNEL = "pawl_offer";

  /** How many characters a resource may have of which there is word. */
  public static final int LONGEST = 500;

  private final Set<Waiting> ears = ConcurrentHashMap.newKeySet();

  /**
   * What is said when there is an offer; a resource whose name is too long to be said has none.
   * Whoever waits for that one looks by himself.
   */
  public static String word(int tenant, String resource) {
    return resource.length() > LONGEST ? "" : tenant + " " + resource;
  }

  public void tell(String word) {
    for (Waiting ear : ears) {
      if (ear.words.contains(word)) {
        ear.told.release();
      }
    }
  }

  /** Words may have been missed: all look for themselves. */
  public void tellAll() {
    ears.forEach(Waiting::wake);
  }

  public Offers.Ear listen(TenantId tenant, Collection<String> resources) {
    Waiting ear =
        new Waiting(
            resources.stream()
                .map(resource -> word(tenant.value(), resource))
                .collect(Collectors.toUnmodifiableSet()));
    ears.add(ear);
    return ear;
  }

  private final class Waiting implements Offers.Ear {
    private final Set<String> words;
    private final Semaphore told = new Semaphore(0);

    Waiting(Set<String> words) {
      this.words = words;
    }

    @Override
    public void await(Duration atMost) throws InterruptedException {
      if (told.tryAcquire(atMost.toNanos(), TimeUnit.NANOSECONDS)) {
        told.drainPermits();
      }
    }

    @Override
    public void wake() {
      told.release();
    }

    @Override
    public void close() {
      ears.remove(this);
      wake();
    }
  }
}
