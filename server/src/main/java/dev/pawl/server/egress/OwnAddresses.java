package dev.pawl.server.egress;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The addresses of the server and its database, which no handler may call. Handlers may run before
 * the ports are known; they wait.
 */
public final class OwnAddresses implements Supplier<Set<InetSocketAddress>> {

  private static final Pattern JDBC_HOSTS = Pattern.compile("jdbc:postgresql://([^/?]*)");
  private static final int POSTGRES_PORT = 5_432;

  private final CountDownLatch known = new CountDownLatch(1);
  private volatile Set<InetSocketAddress> addresses = Set.of();

  /** Sets the addresses and lets waiting handlers continue. */
  public void set(Set<InetSocketAddress> own) {
    addresses = Set.copyOf(own);
    known.countDown();
  }

  @Override
  public Set<InetSocketAddress> get() {
    try {
      known.await();
      return addresses;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("the server stops before it has started", e);
    }
  }

  /**
   * Returns the addresses in the JDBC URL of a database; names are resolved at each check.
   *
   * @param url such as {@code jdbc:postgresql://one:5432,two/pawl}
   */
  public static Set<InetSocketAddress> ofDatabase(String url) {
    Set<InetSocketAddress> found = new HashSet<>();
    Matcher hosts = JDBC_HOSTS.matcher(url);
    if (hosts.lookingAt()) {
      for (String host : hosts.group(1).split(",", -1)) {
        found.add(address(host));
      }
    } else {
      // Without a host the driver connects to this machine.
      found.add(new InetSocketAddress(POSTGRES_PORT));
    }
    return found;
  }

  private static InetSocketAddress address(String hostAndPort) {
    int colon = hostAndPort.lastIndexOf(':');
    boolean hasPort = colon > hostAndPort.lastIndexOf(']') && colon >= 0;
    String host = hasPort ? hostAndPort.substring(0, colon) : hostAndPort;
    String port = hasPort ? hostAndPort.substring(colon + 1) : "";
    String name = host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
    int number = port.isEmpty() ? POSTGRES_PORT : Integer.parseInt(port);
    // A database of this machine may listen on all its addresses.
    return name.isEmpty()
            || new InetSocketAddress(name, 0).getAddress() instanceof InetAddress found
                && found.isLoopbackAddress()
        ? new InetSocketAddress(number)
        : InetSocketAddress.createUnresolved(name, number);
  }
}
