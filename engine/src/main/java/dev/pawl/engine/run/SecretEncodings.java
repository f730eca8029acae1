package dev.pawl.engine.run;

import dev.pawl.sdk.Json;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/** The forms in which a secret value may appear in a text. */
final class SecretEncodings {

  /** A shorter piece of an encoded text would match too much by chance. */
  private static final int MIN_PIECE_CHARACTERS = 6;

  private static final int BASE64_GROUP_BYTES = 3;
  private static final Pattern PERCENT_CODE = Pattern.compile("%[0-9A-F]{2}");

  private SecretEncodings() {}

  static Set<String> of(String value) {
    Set<String> forms = new LinkedHashSet<>();
    forms.add(value);
    addPercentEncoded(forms, value);
    String json = Json.of(value).toString();
    forms.add(json.substring(1, json.length() - 1));
    addBase64(forms, value.getBytes(StandardCharsets.UTF_8), Base64.getEncoder());
    addBase64(forms, value.getBytes(StandardCharsets.UTF_8), Base64.getUrlEncoder());
    return forms;
  }

  private static void addPercentEncoded(Set<String> forms, String value) {
    String form = URLEncoder.encode(value, StandardCharsets.UTF_8);
    for (String encoded : List.of(form, form.replace("+", "%20"), form.replace("*", "%2A"))) {
      forms.add(encoded);
      forms.add(
          PERCENT_CODE.matcher(encoded).replaceAll(code -> code.group().toLowerCase(Locale.ROOT)));
    }
  }

  /**
   * Adds the encoded value, and the characters of a longer encoded text that depend on the value
   * only: in {@code user:password} the password may begin at any of three bit positions.
   */
  private static void addBase64(Set<String> forms, byte[] value, Base64.Encoder encoder) {
    forms.add(encoder.encodeToString(value));
    forms.add(encoder.withoutPadding().encodeToString(value));
    for (int shift = 0; shift < BASE64_GROUP_BYTES; shift++) {
      byte[] shifted = new byte[shift + value.length];
      System.arraycopy(value, 0, shifted, shift, value.length);
      String encoded = encoder.withoutPadding().encodeToString(shifted);
      // Characters that also hold bits of the bytes before or after.
      int from = (shift * 8 + 5) / 6;
      int to = shifted.length * 8 / 6;
      if (to - from >= MIN_PIECE_CHARACTERS) {
        forms.add(encoded.substring(from, to));
      }
    }
  }
}
