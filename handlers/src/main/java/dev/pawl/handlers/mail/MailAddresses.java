package dev.pawl.handlers.mail;

import dev.pawl.sdk.HandlerException;
import jakarta.mail.internet.AddressException;
import jakarta.mail.internet.InternetAddress;
import java.io.UnsupportedEncodingException;
import java.net.IDN;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Reads mail addresses strictly: one address per text, no control characters, no groups. */
final class MailAddresses {

  static final String MAIL_ADDRESS = "MailAddress";

  /** The maximum length of an address with its display name, in characters. */
  static final int MAX_ADDRESS_CHARACTERS = 512;

  private MailAddresses() {}

  static List<InternetAddress> parseAll(String field, List<String> texts) throws HandlerException {
    List<InternetAddress> addresses = new ArrayList<>();
    for (String text : texts) {
      addresses.add(parse(field, text));
    }
    return addresses;
  }

  /**
   * Returns the address of a text such as {@code ada@example.com} or {@code Ada <ada@example.com>}.
   *
   * @throws HandlerException {@code MailAddress} if the text is anything else
   */
  static InternetAddress parse(String field, String text) throws HandlerException {
    String trimmed = text.strip();
    if (trimmed.length() > MAX_ADDRESS_CHARACTERS) {
      throw invalid(
          field,
          "an address has %d characters; at most %d are allowed"
              .formatted(trimmed.length(), MAX_ADDRESS_CHARACTERS));
    }
    if (trimmed.chars().anyMatch(Character::isISOControl)) {
      throw invalid(field, "an address contains a line break or control character; remove it");
    }
    try {
      InternetAddress[] parsed = InternetAddress.parse(trimmed, true);
      if (parsed.length != 1 || parsed[0].isGroup()) {
        throw invalid(
            field, "'%s' is not one address; use an array for several".formatted(trimmed));
      }
      InternetAddress address = new InternetAddress(ascii(field, parsed[0].getAddress()), true);
      address.validate();
      if (parsed[0].getPersonal() != null) {
        address.setPersonal(parsed[0].getPersonal(), StandardCharsets.UTF_8.name());
      }
      return address;
    } catch (AddressException e) {
      throw invalid(
          field,
          "'%s' is not a mail address (%s); use name@domain".formatted(trimmed, e.getMessage()));
    } catch (UnsupportedEncodingException e) {
      throw new IllegalStateException("UTF-8 is always supported", e);
    }
  }

  /** Converts an international domain; the part before the @ must be ASCII already. */
  private static String ascii(String field, String address) throws HandlerException {
    int at = address.lastIndexOf('@');
    if (at < 0) {
      throw invalid(field, "'%s' has no domain; use name@domain".formatted(address));
    }
    String local = address.substring(0, at);
    if (!StandardCharsets.US_ASCII.newEncoder().canEncode(local)) {
      throw invalid(
          field,
          "'%s' has characters before the @ that are not ASCII; such addresses are not supported"
              .formatted(address));
    }
    try {
      return local + "@" + IDN.toASCII(address.substring(at + 1));
    } catch (IllegalArgumentException e) {
      throw invalid(field, "'%s' has an invalid domain; correct it".formatted(address));
    }
  }

  private static HandlerException invalid(String field, String problem) {
    return new HandlerException(MAIL_ADDRESS, field + ": " + problem);
  }
}
