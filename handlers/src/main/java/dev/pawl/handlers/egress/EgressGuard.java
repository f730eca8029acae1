package dev.pawl.handlers.egress;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Decides whether a handler may connect to a host and port. Every outgoing connection of Pawl asks
 * it first, and connects only to the addresses it returns.
 *
 * <p>A name is resolved once and <em>all</em> its addresses must be allowed, so that neither a
 * second record nor a second look-up can lead to a private network.
 */
public final class EgressGuard {

  private static final int RESOLVE_TIMEOUT_SECONDS = 5;

  /** Names that stand for this machine or for the metadata service of a cloud. */
  private static final HostFilter RESERVED_NAMES =
      HostFilter.listed(
          Set.of(
              "localhost",
              "*.localhost",
              "metadata",
              "metadata.google.internal",
              "metadata.goog",
              "metadata.azure.internal",
              "instance-data",
              "instance-data.ec2.internal"));

  private final EgressPolicy policy;

  /** Creates a guard with the rules of the operator. */
  public EgressGuard(EgressPolicy policy) {
    this.policy = policy;
  }

  /**
   * Resolves a host and returns the addresses that may be connected to.
   *
   * @param host a DNS name or an IP literal
   * @throws EgressDeniedException if the policy does not allow the target; no packet is sent to it
   * @throws UnknownHostException if the name has no address
   */
  public ResolvedTarget check(String host, int port, EgressPermission permission)
      throws EgressDeniedException, UnknownHostException {
    Optional<String> normalised = HostName.normalise(host);
    if (normalised.isEmpty()) {
      throw denied(
          host,
          port,
          permission,
          "not a host name",
          "'%s' is neither a DNS name in ASCII nor a canonical IP address".formatted(host));
    }
    String name = normalised.get();
    if (port < 1 || port > 65_535 || !allowsPort(port, permission)) {
      throw denied(
          name,
          port,
          permission,
          "port not allowed",
          "port %d of %s is not allowed; allowed are %s, and ports that the operator lists"
              .formatted(port, name, permission.ports().stream().sorted().toList()));
    }
    if (!policy.hosts().allows(permission.tenant(), name)) {
      throw denied(
          name,
          port,
          permission,
          "host not in the allow-list",
          "%s is not in the list of hosts that may be called; ask the operator to add it"
              .formatted(name));
    }
    if (!permission.privateNetworks() && RESERVED_NAMES.allows(permission.tenant(), name)) {
      throw denied(name, port, permission, "reserved name", notPublic(name));
    }
    List<InetAddress> addresses = resolve(name);
    for (InetAddress address : addresses) {
      Optional<String> reason = reasonAgainst(address, port, permission);
      if (reason.isPresent()) {
        throw denied(
            name,
            port,
            permission,
            address.getHostAddress() + " is " + reason.get(),
            notPublic(name));
      }
    }
    return new ResolvedTarget(name, addresses, port);
  }

  private boolean allowsPort(int port, EgressPermission permission) {
    return permission.ports().contains(port) || policy.ports().contains(port);
  }

  private Optional<String> reasonAgainst(
      InetAddress address, int port, EgressPermission permission) {
    if (isOwn(address, port)
        || EmbeddedIpv4.of(address).stream().anyMatch(embedded -> isOwn(embedded, port))) {
      return Optional.of("an address of Pawl itself or of its database");
    }
    if (policy.privateRanges().stream().anyMatch(range -> range.contains(address))) {
      return Optional.empty();
    }
    return switch (AddressClass.of(address)) {
      case FORBIDDEN -> Optional.of("link-local, multicast or reserved");
      case PRIVATE ->
          permission.privateNetworks()
              ? Optional.empty()
              : Optional.of("in a private network and the call is not permitted to use one");
      case PUBLIC ->
          permission.privateNetworks() || !isOfThisMachine(address)
              ? Optional.empty()
              : Optional.of("an address of this machine");
    };
  }

  private boolean isOwn(InetAddress address, int port) {
    for (InetSocketAddress own : policy.ownAddresses().get()) {
      if (own.getPort() != port) {
        continue;
      }
      InetAddress ownAddress = own.getAddress();
      if (ownAddress == null) {
        // An unresolved address, such as a name that only the DNS of this moment knows.
        if (isAmong(address, own.getHostString())) {
          return true;
        }
      } else if (ownAddress.isAnyLocalAddress()
          ? address.isLoopbackAddress() || isOfThisMachine(address)
          : ownAddress.equals(address)) {
        return true;
      }
    }
    return false;
  }

  private boolean isAmong(InetAddress address, String host) {
    try {
      return resolve(host).contains(address);
    } catch (UnknownHostException e) {
      return false;
    }
  }

  private static boolean isOfThisMachine(InetAddress address) {
    try {
      return address.isAnyLocalAddress()
          || address.isLoopbackAddress()
          || NetworkInterface.getByInetAddress(address) != null;
    } catch (SocketException e) {
      return true;
    }
  }

  private List<InetAddress> resolve(String host) throws UnknownHostException {
    Optional<InetAddress> literal = HostName.literal(host);
    if (literal.isPresent()) {
      return List.of(literal.get());
    }
    FutureTask<List<InetAddress>> lookup = new FutureTask<>(() -> policy.resolver().resolve(host));
    Thread.startVirtualThread(lookup);
    try {
      List<InetAddress> found = lookup.get(RESOLVE_TIMEOUT_SECONDS, TimeUnit.SECONDS);
      if (found.isEmpty()) {
        throw new UnknownHostException(host);
      }
      return found;
    } catch (ExecutionException | TimeoutException e) {
      throw new UnknownHostException(host);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new UnknownHostException(host);
    } finally {
      lookup.cancel(true);
    }
  }

  private EgressDeniedException denied(
      String host, int port, EgressPermission permission, String reason, String message) {
    policy.audit().denied(permission.tenant(), host, port, reason);
    return new EgressDeniedException(message);
  }

  private static String notPublic(String host) {
    return ("%s is not a public address and may not be called; ask the operator to approve a"
            + " connection or a range for it")
        .formatted(host);
  }
}
