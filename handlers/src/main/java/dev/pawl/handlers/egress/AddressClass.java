package dev.pawl.handlers.egress;

import java.net.InetAddress;
import java.util.List;

/**
 * What an IP address is for. An IPv6 address that embeds IPv4 addresses has the class of the least
 * public one of them.
 */
enum AddressClass {
  /** An address of the Internet. */
  PUBLIC,
  /** This machine, or a network that is not routed in the Internet. */
  PRIVATE,
  /** Link-local, metadata, multicast, reserved, documentation: never the target of a call. */
  FORBIDDEN;

  private record Row(NetworkRange range, AddressClass addressClass) {
    private static Row of(AddressClass addressClass, String range) {
      return new Row(NetworkRange.parse(range), addressClass);
    }
  }

  /** The first row that contains an address decides. */
  private static final List<Row> IPV4 =
      List.of(
          Row.of(FORBIDDEN, "100.100.100.200/32"), // metadata of a cloud, inside 100.64/10
          Row.of(FORBIDDEN, "168.63.129.16/32"), // platform address of a cloud
          Row.of(FORBIDDEN, "0.0.0.0/8"),
          Row.of(PRIVATE, "10.0.0.0/8"),
          Row.of(PRIVATE, "100.64.0.0/10"),
          Row.of(PRIVATE, "127.0.0.0/8"),
          Row.of(FORBIDDEN, "169.254.0.0/16"),
          Row.of(PRIVATE, "172.16.0.0/12"),
          Row.of(FORBIDDEN, "192.0.0.0/24"),
          Row.of(FORBIDDEN, "192.0.2.0/24"),
          Row.of(FORBIDDEN, "192.88.99.0/24"),
          Row.of(PRIVATE, "192.168.0.0/16"),
          Row.of(FORBIDDEN, "198.18.0.0/15"),
          Row.of(FORBIDDEN, "198.51.100.0/24"),
          Row.of(FORBIDDEN, "203.0.113.0/24"),
          Row.of(FORBIDDEN, "224.0.0.0/4"),
          Row.of(FORBIDDEN, "240.0.0.0/4"));

  private static final List<Row> IPV6 =
      List.of(
          Row.of(PRIVATE, "::1/128"),
          Row.of(PUBLIC, "64:ff9b::/96"), // NAT64: what is embedded decides
          Row.of(PUBLIC, "2001::/32"), // Teredo: what is embedded decides
          Row.of(FORBIDDEN, "fd00:ec2::254/128"), // metadata of a cloud, inside fc00::/7
          Row.of(PRIVATE, "fc00::/7"),
          Row.of(FORBIDDEN, "2001:0::/23"),
          Row.of(FORBIDDEN, "2001:db8::/32"),
          Row.of(FORBIDDEN, "3fff::/20"),
          Row.of(PUBLIC, "2000::/3"),
          Row.of(FORBIDDEN, "::/0"));

  /** Returns the class of an address. */
  static AddressClass of(InetAddress address) {
    byte[] bytes = address.getAddress();
    if (bytes.length == 4) {
      return find(IPV4, bytes, PUBLIC);
    }
    AddressClass worst = EmbeddedIpv4.isMapped(bytes) ? PUBLIC : find(IPV6, bytes, FORBIDDEN);
    for (InetAddress embedded : EmbeddedIpv4.of(address)) {
      worst = worse(worst, of(embedded));
    }
    return worst;
  }

  private static AddressClass worse(AddressClass one, AddressClass other) {
    return one.compareTo(other) >= 0 ? one : other;
  }

  private static AddressClass find(List<Row> rows, byte[] bytes, AddressClass otherwise) {
    for (Row row : rows) {
      if (row.range().contains(bytes)) {
        return row.addressClass();
      }
    }
    return otherwise;
  }
}
