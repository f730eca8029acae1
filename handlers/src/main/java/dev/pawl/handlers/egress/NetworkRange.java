package dev.pawl.handlers.egress;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A range of IP addresses in CIDR notation, such as {@code 10.0.0.0/8} or {@code fc00::/7}. */
public final class NetworkRange {

  private final byte[] prefix;
  private final int bits;

  private NetworkRange(byte[] prefix, int bits) {
    this.prefix = prefix;
    this.bits = bits;
  }

  /**
   * Parses a range; an address without length is a range of one address.
   *
   * @throws IllegalArgumentException if the text is no range
   */
  public static NetworkRange parse(String text) {
    int slash = text.indexOf('/');
    String host = slash < 0 ? text : text.substring(0, slash);
    byte[] address =
        HostName.literal(host).map(InetAddress::getAddress).orElseThrow(() -> notARange(text));
    int most = address.length * 8;
    int bits = most;
    if (slash >= 0) {
      String length = text.substring(slash + 1);
      if (!length.matches("[0-9]{1,3}") || Integer.parseInt(length) > most) {
        throw notARange(text);
      }
      bits = Integer.parseInt(length);
    }
    return new NetworkRange(address, bits);
  }

  private static IllegalArgumentException notARange(String text) {
    return new IllegalArgumentException(
        "'%s' is no range of addresses; write it as 10.20.0.0/16 or fd12:3456::/32"
            .formatted(text));
  }

  /** Returns true if the address is in this range; ranges of the other IP version contain none. */
  public boolean contains(InetAddress address) {
    return contains(address.getAddress());
  }

  boolean contains(byte[] address) {
    if (address.length != prefix.length) {
      return false;
    }
    int whole = bits / 8;
    if (!Arrays.equals(address, 0, whole, prefix, 0, whole)) {
      return false;
    }
    int rest = bits % 8;
    int mask = 0xff << (8 - rest) & 0xff;
    return rest == 0 || (address[whole] & mask) == (prefix[whole] & mask);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof NetworkRange that
        && bits == that.bits
        && Arrays.equals(prefix, that.prefix);
  }

  @Override
  public int hashCode() {
    return Objects.hash(bits, Arrays.hashCode(prefix));
  }

  @Override
  public String toString() {
    try {
      return InetAddress.getByAddress(prefix).getHostAddress() + "/" + bits;
    } catch (UnknownHostException e) {
      throw new IllegalStateException(e);
    }
  }
}
