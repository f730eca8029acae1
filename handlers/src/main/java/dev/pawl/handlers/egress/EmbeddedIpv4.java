package dev.pawl.handlers.egress;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.List;

/** Finds the IPv4 addresses that an IPv6 address leads to through a translator or a tunnel. */
final class EmbeddedIpv4 {

  private static final NetworkRange ZEROS = NetworkRange.parse("::/80");
  private static final NetworkRange NAT64 = NetworkRange.parse("64:ff9b::/96");
  private static final NetworkRange SIX_TO_FOUR = NetworkRange.parse("2002::/16");
  private static final NetworkRange TEREDO = NetworkRange.parse("2001::/32");

  private EmbeddedIpv4() {}

  /** Returns the embedded addresses; empty for IPv4 and for an IPv6 address that embeds none. */
  static List<InetAddress> of(InetAddress address) {
    byte[] bytes = address.getAddress();
    if (bytes.length == 4) {
      return List.of();
    }
    if (NAT64.contains(bytes) || isMapped(bytes) || isIsatap(bytes)) {
      return List.of(at(bytes, 12));
    }
    if (SIX_TO_FOUR.contains(bytes)) {
      return List.of(at(bytes, 2));
    }
    if (TEREDO.contains(bytes)) {
      byte[] inverted = bytes.clone();
      for (int i = 12; i < inverted.length; i++) {
        inverted[i] = (byte) ~inverted[i];
      }
      return List.of(at(bytes, 4), at(inverted, 12));
    }
    return List.of();
  }

  static boolean isMapped(byte[] bytes) {
    return ZEROS.contains(bytes) && bytes[10] == (byte) 0xff && bytes[11] == (byte) 0xff;
  }

  private static boolean isIsatap(byte[] bytes) {
    return (bytes[8] & 0xfd) == 0 && bytes[9] == 0 && bytes[10] == 0x5e && bytes[11] == (byte) 0xfe;
  }

  private static InetAddress at(byte[] bytes, int from) {
    try {
      return InetAddress.getByAddress(Arrays.copyOfRange(bytes, from, from + 4));
    } catch (UnknownHostException e) {
      throw new IllegalStateException(e);
    }
  }
}
