package dev.pawl.handlers.testing;

import dev.pawl.handlers.egress.EgressPolicy;
import dev.pawl.handlers.egress.HostResolver;
import dev.pawl.handlers.egress.NetworkRange;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;

/**
 * Names of a test and their addresses. The address {@code 127.0.0.2} plays the part of the
 * Internet: the policy allows it, and no other address of the loopback network.
 */
public final class TestNetwork implements HostResolver {

  /** The address that counts as public. */
  public static final String PUBLIC = "127.0.0.2";

  private final Map<String, List<String>> names = new TreeMap<>();
  private final List<String> lookups = new CopyOnWriteArrayList<>();

  /** Adds a name; the addresses are IP literals. */
  public TestNetwork name(String name, String... addresses) {
    names.put(name, List.of(addresses));
    return this;
  }

  /** Returns the names that were looked up, in order. */
  public List<String> lookups() {
    return lookups;
  }

  /** Returns a policy with this resolver that allows the public address and these ports. */
  public EgressPolicy policy(LoopbackServer... servers) {
    Set<Integer> ports =
        Arrays.stream(servers).map(LoopbackServer::port).collect(Collectors.toSet());
    return EgressPolicy.PUBLIC_ONLY
        .withResolver(this)
        .withPrivateRanges(List.of(NetworkRange.parse(PUBLIC)))
        .withPorts(ports);
  }

  @Override
  public List<InetAddress> resolve(String host) throws UnknownHostException {
    lookups.add(host);
    List<InetAddress> addresses = new ArrayList<>();
    for (String address : names.getOrDefault(host, List.of())) {
      addresses.add(InetAddress.getByName(address));
    }
    if (addresses.isEmpty()) {
      throw new UnknownHostException(host);
    }
    return addresses;
  }
}
