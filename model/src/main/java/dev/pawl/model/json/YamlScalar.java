package dev.pawl.model.json;

import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonBool;
import dev.pawl.sdk.JsonNull;
import dev.pawl.sdk.JsonNumber;
import dev.pawl.sdk.JsonString;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Locale;
import java.util.Optional;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.nodes.Tag;
import org.snakeyaml.engine.v2.resolver.ScalarResolver;
import org.snakeyaml.engine.v2.schema.CoreSchema;

/**
 * Resolves plain scalars by the core schema of YAML 1.2: {@code yes}, {@code on} and dates are
 * text.
 */
final class YamlScalar {

  private static final ScalarResolver CORE = new CoreSchema().getScalarResolver();
  private static final int MAX_NUMBER = 1000;

  private YamlScalar() {}

  static Json value(ScalarEvent scalar) {
    String text = scalar.getValue();
    if (!scalar.isPlain()) {
      return new JsonString(text);
    }
    Tag tag = CORE.resolve(text, true);
    if (tag.equals(Tag.NULL)) {
      return JsonNull.NULL;
    }
    if (tag.equals(Tag.BOOL)) {
      return JsonBool.of(Boolean.parseBoolean(text.toLowerCase(Locale.ROOT)));
    }
    boolean number = tag.equals(Tag.INT) || tag.equals(Tag.FLOAT);
    return number ? number(text, scalar.getStartMark()) : new JsonString(text);
  }

  /** Returns true if an unquoted scalar of that text is read as exactly that text. */
  static boolean isText(String text) {
    return CORE.resolve(text, true).equals(Tag.STR);
  }

  private static Json number(String text, Optional<Mark> at) {
    if (text.length() > MAX_NUMBER) {
      throw YamlText.error("a number has more than " + MAX_NUMBER + " characters", at);
    }
    try {
      if (text.startsWith("0x") || text.startsWith("0o")) {
        int radix = text.charAt(1) == 'x' ? 16 : 8;
        return JsonNumber.of(new BigDecimal(new BigInteger(text.substring(2), radix)));
      }
      return JsonNumber.of(new BigDecimal(text));
    } catch (NumberFormatException e) {
      throw YamlText.error("'" + text + "' has no JSON form; put it in quotes to make it text", at);
    } catch (IllegalArgumentException e) {
      throw YamlText.error(String.valueOf(e.getMessage()), at);
    }
  }
}
