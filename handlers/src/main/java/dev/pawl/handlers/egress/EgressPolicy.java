package dev.pawl.handlers.egress;

import java.net.InetSocketAddress;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/**
 * The rules of the operator about outgoing connections.
 *
 * @param hosts host names that tenants may call
 * @param privateRanges networks that all tenants may call although they are not public
 * @param ports ports that all tenants may call in addition to those of the protocol
 * @param ownAddresses listen addresses of this node and the address of its database, which nobody
 *     may call; asked at each check, since ports are known only after the start. A wildcard address
 *     stands for all addresses of this machine
 * @param resolver resolves host names
 * @param audit receives denials
 */
public record EgressPolicy(
    HostFilter hosts,
    List<NetworkRange> privateRanges,
    Set<Integer> ports,
    Supplier<Set<InetSocketAddress>> ownAddresses,
    HostResolver resolver,
    EgressAudit audit) {

  /** Allows all public addresses on the ports of the protocol, and nothing else. */
  public static final EgressPolicy PUBLIC_ONLY =
      new EgressPolicy(
          HostFilter.ANY, List.of(), Set.of(), Set::of, HostResolver.SYSTEM, EgressAudit.NONE);

  public EgressPolicy {
    privateRanges = List.copyOf(privateRanges);
    ports = Set.copyOf(ports);
  }

  /** Returns a copy with other host rules. */
  public EgressPolicy withHosts(HostFilter allowed) {
    return new EgressPolicy(allowed, privateRanges, ports, ownAddresses, resolver, audit);
  }

  /** Returns a copy with other networks, such as {@code 10.20.0.0/16}. */
  public EgressPolicy withPrivateRanges(List<NetworkRange> allowed) {
    return new EgressPolicy(hosts, allowed, ports, ownAddresses, resolver, audit);
  }

  /** Returns a copy with other additional ports. */
  public EgressPolicy withPorts(Set<Integer> allowed) {
    return new EgressPolicy(hosts, privateRanges, allowed, ownAddresses, resolver, audit);
  }

  /** Returns a copy that denies other addresses of Pawl itself. */
  public EgressPolicy withOwnAddresses(Supplier<Set<InetSocketAddress>> denied) {
    return new EgressPolicy(hosts, privateRanges, ports, denied, resolver, audit);
  }

  /** Returns a copy with another resolver. */
  public EgressPolicy withResolver(HostResolver other) {
    return new EgressPolicy(hosts, privateRanges, ports, ownAddresses, other, audit);
  }

  /** Returns a copy with another receiver of denials. */
  public EgressPolicy withAudit(EgressAudit other) {
    return new EgressPolicy(hosts, privateRanges, ports, ownAddresses, resolver, other);
  }
}
