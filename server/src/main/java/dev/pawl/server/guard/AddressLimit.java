package dev.pawl.server.guard;

import dev.pawl.server.web.FairShare;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Limits the number of connections per address. IPv6 addresses count by their first 64 bits, since
 * a single machine may have all addresses of such a network.
 */
final class AddressLimit {

  static final String CODE = "too-many-connections";

  static final String DETAIL =
      "this address has too many connections to this server open; close some, or try again later";

  private static final Logger LOG = LoggerFactory.getLogger(AddressLimit.class);

  private static final long NANOS_BETWEEN_WARNINGS = Duration.ofMinutes(1).toNanos();

  private static final int IPV6_NETWORK_BYTES = 8;

  private final FairShare<InetAddress> shares;
  private final AtomicLong warned = new AtomicLong(System.nanoTime() - NANOS_BETWEEN_WARNINGS);

  /**
   * @param maxConnections of all addresses together
   * @param maxPerAddress of one address
   */
  AddressLimit(int maxConnections, int maxPerAddress) {
    this.shares = new FairShare<>(maxConnections, maxPerAddress);
  }

  /** Counts a connection if its address may have one more. */
  boolean acquire(InetAddress address) {
    if (shares.acquire(network(address))) {
      return true;
    }
    warn(address);
    return false;
  }

  /** Counts the end of a connection. */
  void release(InetAddress address) {
    shares.release(network(address));
  }

  private void warn(InetAddress address) {
    long now = System.nanoTime();
    long last = warned.get();
    if (now - last >= NANOS_BETWEEN_WARNINGS && warned.compareAndSet(last, now)) {
      LOG.warn(
          "{} has {} connections open and gets no more (max-connections-per-address)",
          address.getHostAddress(),
          shares.count(network(address)));
    }
  }

  private static InetAddress network(InetAddress address) {
    if (!(address instanceof Inet6Address)) {
      return address;
    }
    byte[] bytes = address.getAddress();
    Arrays.fill(bytes, IPV6_NETWORK_BYTES, bytes.length, (byte) 0);
    try {
      return InetAddress.getByAddress(bytes);
    } catch (UnknownHostException impossible) {
      return address;
    }
  }
}
