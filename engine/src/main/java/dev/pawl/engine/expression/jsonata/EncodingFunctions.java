package dev.pawl.engine.expression.jsonata;

import static dev.pawl.engine.expression.jsonata.Undefined.UNDEFINED;

import dev.pawl.engine.expression.ExpressionException;
import dev.pawl.engine.expression.jsonata.Function.BuiltIn;
import dev.pawl.sdk.Json;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.function.UnaryOperator;

/** Functions for Base64 and URL escapes in UTF-8. */
final class EncodingFunctions {

  private static final String UNRESERVED =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.!~*'()";
  private static final String RESERVED = ";/?:@&=+$,#";

  private EncodingFunctions() {}

  static List<BuiltIn> all() {
    return List.of(
        BuiltIn.of("base64encode", "<s-:s>", 1, map(EncodingFunctions::base64encode)),
        BuiltIn.of("base64decode", "<s-:s>", 1, map(EncodingFunctions::base64decode)),
        BuiltIn.of(
            "encodeUrlComponent", "<s-:s>", 1, map(t -> encode(t, "", "encodeUrlComponent"))),
        BuiltIn.of("encodeUrl", "<s-:s>", 1, map(t -> encode(t, RESERVED, "encodeUrl"))),
        BuiltIn.of(
            "decodeUrlComponent", "<s-:s>", 1, map(t -> decode(t, "", "decodeUrlComponent"))),
        BuiltIn.of("decodeUrl", "<s-:s>", 1, map(t -> decode(t, RESERVED, "decodeUrl"))));
  }

  private static BuiltIn.Body map(UnaryOperator<String> change) {
    return (evaluator, a) -> {
      if (a[0] == UNDEFINED) {
        return UNDEFINED;
      }
      String text = Values.string(a[0]);
      evaluator.budget.produce(9L * text.length());
      return Json.of(change.apply(text));
    };
  }

  private static String base64encode(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }

  private static String base64decode(String text) {
    try {
      return new String(Base64.getMimeDecoder().decode(text), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      throw new ExpressionException("D3142", "the text is not Base64: " + e.getMessage());
    }
  }

  private static String encode(String text, String kept, String function) {
    ByteBuffer bytes;
    try {
      bytes = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(text));
    } catch (CharacterCodingException e) {
      throw malformed(text, function);
    }
    StringBuilder encoded = new StringBuilder(text.length());
    while (bytes.hasRemaining()) {
      byte b = bytes.get();
      if (b >= 0 && (UNRESERVED.indexOf(b) >= 0 || kept.indexOf(b) >= 0)) {
        encoded.append((char) b);
      } else {
        encoded.append('%').append(hex(b >> 4)).append(hex(b));
      }
    }
    return encoded.toString();
  }

  private static char hex(int value) {
    return "0123456789ABCDEF".charAt(value & 15);
  }

  /**
   * Decodes URL escapes except those of the given characters, which would change the URL's
   * structure.
   */
  private static String decode(String text, String kept, String function) {
    ByteBuffer bytes = ByteBuffer.allocate(text.length() * 3 + 3);
    for (int i = 0; i < text.length(); ) {
      char c = text.charAt(i);
      if (c != '%') {
        int end = text.offsetByCodePoints(i, 1);
        bytes.put(text.substring(i, end).getBytes(StandardCharsets.UTF_8));
        i = end;
        continue;
      }
      int high = i + 2 < text.length() ? Character.digit(text.charAt(i + 1), 16) : -1;
      int low = i + 2 < text.length() ? Character.digit(text.charAt(i + 2), 16) : -1;
      if (high < 0 || low < 0) {
        throw malformed(text, function);
      }
      int code = high * 16 + low;
      bytes.put(
          code < 128 && kept.indexOf(code) >= 0
              ? text.substring(i, i + 3).getBytes(StandardCharsets.UTF_8)
              : new byte[] {(byte) code});
      i += 3;
    }
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(bytes.flip()).toString();
    } catch (CharacterCodingException e) {
      throw malformed(text, function);
    }
  }

  private static ExpressionException malformed(String text, String function) {
    String shown = text.length() <= 100 ? text : text.substring(0, 100) + "...";
    return new ExpressionException(
        "D3140", "Malformed URL passed to $" + function + "(): " + TextConversion.quote(shown));
  }
}
