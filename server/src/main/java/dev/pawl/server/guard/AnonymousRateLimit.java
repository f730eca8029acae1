package dev.pawl.server.guard;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Limits the rate of requests without a valid key per address. Requests with a valid key are not
 * limited.
 */
public final class AnonymousRateLimit {

  /** The number of bad keys that an address may send at once. */
  public static final int BURST = 100;

  /** The number of bad keys per second after that. */
  public static final int TRIES_PER_SECOND = 1;

  public static final String CODE = "too-many-bad-keys";

  public static final String DETAIL =
      "more than %d requests without a valid key came from this address; try again in a second"
          .formatted(BURST);

  private static final int MAX_ADDRESSES = 10_000;

  private final Map<String, TokenBucket> buckets =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, TokenBucket> eldest) {
          return size() > MAX_ADDRESSES;
        }
      };

  /** Counts a failed attempt; returns false if the address has used up its rate. */
  public boolean mayTry(String address) {
    long now = System.nanoTime();
    return bucket(address, now).take(now);
  }

  private TokenBucket bucket(String address, long now) {
    synchronized (buckets) {
      return buckets.computeIfAbsent(
          network(address), any -> new TokenBucket(TRIES_PER_SECOND, BURST, now));
    }
  }

  /** Returns the first 64 bits of an IPv6 address, which a single machine may have to itself. */
  private static String network(String address) {
    if (address.indexOf(':') < 0) {
      return address;
    }
    String[] groups = address.split(":", 5);
    return groups.length < 5
        ? address
        : String.join(":", groups[0], groups[1], groups[2], groups[3]);
  }
}
