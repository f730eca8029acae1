package dev.pawl.cli.remote.shared;

import dev.pawl.cli.file.UsageException;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonNumber;
import java.math.BigDecimal;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** One limit of a duration, such as {@code >10s}. */
record DurationRange(boolean isMinimum, BigDecimal seconds) {

  private static final Pattern FORM = Pattern.compile("([<>])=?(\\d+(?:\\.\\d+)?)(ms|s|m|h|d)");

  private static final Map<String, String> SECONDS =
      Map.of("ms", "0.001", "s", "1", "m", "60", "h", "3600", "d", "86400");

  static DurationRange parse(String text) {
    Matcher matcher = FORM.matcher(text.strip());
    if (!matcher.matches()) {
      throw new UsageException(
          "--took: must be < or > and a duration such as 500ms, 10s, 5m, 2h or 1d, got '%s'"
              .formatted(text));
    }
    BigDecimal unit = new BigDecimal(SECONDS.get(matcher.group(3)));
    return new DurationRange(
        matcher.group(1).equals(">"), new BigDecimal(matcher.group(2)).multiply(unit));
  }

  void addTo(Map<String, Json> members) {
    members.put(isMinimum ? "tookMin" : "tookMax", JsonNumber.of(seconds));
  }
}
