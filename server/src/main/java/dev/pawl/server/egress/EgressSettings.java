package dev.pawl.server.egress;

import dev.pawl.handlers.egress.EgressPolicy;
import dev.pawl.handlers.egress.HostFilter;
import dev.pawl.handlers.egress.NetworkRange;
import dev.pawl.server.settings.OutboundFormats;
import dev.pawl.server.settings.Setting;
import dev.pawl.server.settings.Settings;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What the operator allows built-in handlers to reach.
 *
 * @param hosts the only hosts that may be called; any if empty
 * @param privateRanges networks that may be called although they are not public
 * @param ports ports that may be called besides those of the protocols
 */
public record EgressSettings(
    Set<String> hosts, List<NetworkRange> privateRanges, Set<Integer> ports) {

  /** Allows all public addresses on the ports of the protocols, and nothing else. */
  public static final EgressSettings DEFAULT = new EgressSettings(Set.of(), List.of(), Set.of());

  public EgressSettings {
    hosts = Set.copyOf(hosts);
    privateRanges = List.copyOf(privateRanges);
    ports = Set.copyOf(ports);
  }

  /** Reads the settings of the operator. */
  public static EgressSettings of(Settings settings) {
    return new EgressSettings(
        Set.copyOf(OutboundFormats.elements(settings.text(Setting.EGRESS_HOSTS))),
        OutboundFormats.elements(settings.text(Setting.EGRESS_PRIVATE_RANGES)).stream()
            .map(NetworkRange::parse)
            .toList(),
        OutboundFormats.elements(settings.text(Setting.EGRESS_PORTS)).stream()
            .map(Integer::valueOf)
            .collect(Collectors.toSet()));
  }

  /** Returns the rules for the handlers of a node. */
  EgressPolicy policy() {
    return EgressPolicy.PUBLIC_ONLY
        .withHosts(hosts.isEmpty() ? HostFilter.ANY : HostFilter.listed(hosts))
        .withPrivateRanges(privateRanges)
        .withPorts(ports);
  }
}
