package dev.pawl.postgres.secret;

import dev.pawl.engine.run.SecretMasker;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Pattern;

/** The rules for names and values of secrets; connections and templates have names alike. */
public final class SecretRules {

  /** The longest name in characters. */
  public static final int MAX_NAME_CHARACTERS = 100;

  /** The largest value in UTF-8 bytes. */
  public static final int MAX_VALUE_BYTES = 65_536;

  private static final Pattern NAME =
      Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,%d}".formatted(MAX_NAME_CHARACTERS - 1));

  private SecretRules() {}

  /** Returns what is wrong with a name; empty if it is allowed. */
  public static Optional<String> nameProblem(String name) {
    return NAME.matcher(name).matches()
        ? Optional.empty()
        : Optional.of(
            "name: '%s' is not allowed; use 1 to %d letters, digits and . _ -, and begin with a letter or digit"
                .formatted(
                    name.substring(0, Math.min(name.length(), MAX_NAME_CHARACTERS)),
                    MAX_NAME_CHARACTERS));
  }

  /** Returns what is wrong with a value, without the value; empty if it is allowed. */
  public static Optional<String> valueProblem(String value) {
    if (value.length() < SecretMasker.MIN_CHARACTERS) {
      return Optional.of(
          "value: %d characters are too few; a secret needs at least %d, or it could not be masked in outputs"
              .formatted(value.length(), SecretMasker.MIN_CHARACTERS));
    }
    int bytes = value.getBytes(StandardCharsets.UTF_8).length;
    return bytes <= MAX_VALUE_BYTES
        ? Optional.empty()
        : Optional.of(
            "value: %d bytes are above the maximum of %d".formatted(bytes, MAX_VALUE_BYTES));
  }
}
