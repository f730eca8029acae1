package dev.pawl.handlers.sms;

import dev.pawl.sdk.HandlerException;
import java.util.regex.Pattern;

/**
 * The number of a phone, or the name of a sender.
 *
 * @param text digits, after a plus sign if the number is international; or the name
 */
record SmsNumber(String text, Kind kind) {

  /** How the text is to be read. */
  enum Kind {
    INTERNATIONAL,
    NATIONAL,
    NAME,
    NONE
  }

  /** Lets the gateway choose the sender. */
  static final SmsNumber NONE = new SmsNumber("", Kind.NONE);

  private static final Pattern SEPARATORS = Pattern.compile("[ ()./-]");
  private static final Pattern NUMBER = Pattern.compile("\\+?[0-9]{3,15}");
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9 ._&-]{1,11}");

  /**
   * Reads the number of a recipient.
   *
   * @throws HandlerException {@code SmsAddress} if the text is none
   */
  static SmsNumber recipient(String field, String text) throws HandlerException {
    String digits = SEPARATORS.matcher(text.strip()).replaceAll("");
    if (!NUMBER.matcher(digits).matches()) {
      throw new HandlerException(
          SmsHandler.SMS_ADDRESS,
          "%s: '%s' is not a phone number; use one such as +46 70 174 06 05"
              .formatted(field, printable(text)));
    }
    return number(digits);
  }

  /**
   * Reads a sender: a number, or a name of at most 11 characters.
   *
   * @throws HandlerException {@code SmsAddress} if the text is neither
   */
  static SmsNumber sender(String text) throws HandlerException {
    String digits = SEPARATORS.matcher(text.strip()).replaceAll("");
    if (NUMBER.matcher(digits).matches()) {
      return number(digits);
    }
    if (NAME.matcher(text).matches()) {
      return new SmsNumber(text, Kind.NAME);
    }
    throw new HandlerException(
        SmsHandler.SMS_ADDRESS,
        "sender: '%s' is neither a phone number nor a name of 1 to 11 letters and digits"
            .formatted(printable(text)));
  }

  private static SmsNumber number(String digits) {
    return new SmsNumber(digits, digits.startsWith("+") ? Kind.INTERNATIONAL : Kind.NATIONAL);
  }

  private static String printable(String text) {
    String line = text.replaceAll("\\p{Cntrl}", "?");
    return line.length() <= 50 ? line : line.substring(0, 50) + "...";
  }
}
