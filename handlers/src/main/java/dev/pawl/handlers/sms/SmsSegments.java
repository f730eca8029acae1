package dev.pawl.handlers.sms;

import static java.nio.charset.StandardCharsets.UTF_16BE;

import java.util.ArrayList;
import java.util.List;

/**
 * A text in the segments in which it is sent.
 *
 * @param encoding the alphabet of all segments
 * @param bodies encoded text of each segment, without headers
 */
record SmsSegments(Encoding encoding, List<byte[]> bodies) {

  /** The alphabet of a text message. */
  enum Encoding {
    /** 7 bits per character: 160 of them in one segment, 153 in each of several. */
    GSM7(160, 153),
    /** 16 bits per character: 140 bytes in one segment, 134 in each of several. */
    UCS2(140, 134);

    private final int single;
    private final int multiple;

    Encoding(int single, int multiple) {
      this.single = single;
      this.multiple = multiple;
    }

    private byte[] encode(String text) {
      return switch (this) {
        case GSM7 -> GsmAlphabet.encode(text);
        case UCS2 -> text.getBytes(UTF_16BE);
      };
    }
  }

  private static final byte[] CONCATENATION_HEADER = {5, 0, 3};

  SmsSegments {
    bodies = List.copyOf(bodies);
  }

  /** Splits a text between characters, never inside one. */
  static SmsSegments of(String text) {
    Encoding encoding = GsmAlphabet.canEncode(text) ? Encoding.GSM7 : Encoding.UCS2;
    byte[] whole = encoding.encode(text);
    return new SmsSegments(
        encoding, whole.length <= encoding.single ? List.of(whole) : split(text, encoding));
  }

  private static List<byte[]> split(String text, Encoding encoding) {
    List<byte[]> bodies = new ArrayList<>();
    StringBuilder part = new StringBuilder();
    int used = 0;
    for (int i = 0; i < text.length(); ) {
      String character = Character.toString(text.codePointAt(i));
      int size = encoding.encode(character).length;
      if (used + size > encoding.multiple) {
        bodies.add(encoding.encode(part.toString()));
        part.setLength(0);
        used = 0;
      }
      part.append(character);
      used += size;
      i += character.length();
    }
    bodies.add(encoding.encode(part.toString()));
    return bodies;
  }

  int count() {
    return bodies.size();
  }

  /**
   * Returns what is sent for a segment: with the header that joins the segments, if there are
   * several.
   *
   * @param reference number of the message, equal in all segments
   */
  byte[] payload(int index, int reference) {
    byte[] body = bodies.get(index);
    if (count() == 1) {
      return body;
    }
    byte[] payload = new byte[6 + body.length];
    System.arraycopy(CONCATENATION_HEADER, 0, payload, 0, 3);
    payload[3] = (byte) reference;
    payload[4] = (byte) count();
    payload[5] = (byte) (index + 1);
    System.arraycopy(body, 0, payload, 6, body.length);
    return payload;
  }
}
