package dev.pawl.server.guard;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Those who come without a valid key. Each address may try a while and is then slowed down, alone;
 * who has a valid key is not asked here at all.
 */
public final class Strangers {

  /** How many bad keys an address may show at once. */
  public static final int AT_ONCE = 100;

  /** And how many a second from then on. */
  public static final int PER_SECOND = 1;

  public static final String CODE = "too-many-bad-keys";

  public static final String DETAIL =
      "more than %d requests without a valid key came from this address; try again in a second"
          .formatted(AT_ONCE);

  private static final int MOST_ADDRESSES = 10_000;

  private final Map<String, Bucket> buckets =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Bucket> eldest) {
          return size() > MOST_ADDRESSES;
        }
      };

  /** Whether that address may try another key; if so, it counts as tried. */
  public boolean mayTry(String address) {
    long now = System.nanoTime();
    return bucket(address, now).take(now);
  }

  private Bucket bucket(String address, long now) {
    synchronized (buckets) {
      return buckets.computeIfAbsent(network(address), any -> new Bucket(PER_SECOND, AT_ONCE, now));
    }
  }

  /** A single machine has a whole network of addresses of the sixth version: its first half. */
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
