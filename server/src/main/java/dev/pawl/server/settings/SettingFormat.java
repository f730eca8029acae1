package dev.pawl.server.settings;

import dev.pawl.postgres.database.Database;
import java.time.DateTimeException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Validates the text of a setting; returns the problem, or empty if there is none. */
@FunctionalInterface
public interface SettingFormat {

  SettingFormat TEXT =
      value -> value.isBlank() ? Optional.of("must not be empty") : Optional.empty();

  SettingFormat BOOLEAN = oneOf("true", "false");

  SettingFormat DATABASE =
      value -> {
        try {
          Database.at(value);
          return Optional.empty();
        } catch (IllegalArgumentException e) {
          return Optional.ofNullable(e.getMessage());
        }
      };

  Optional<String> problem(String value);

  static SettingFormat whole(int least, int most) {
    return value -> {
      try {
        int number = Integer.parseInt(value);
        if (number >= least && number <= most) {
          return Optional.empty();
        }
      } catch (NumberFormatException e) {
        // The message below covers this too.
      }
      return Optional.of("is a number from %d to %d".formatted(least, most));
    };
  }

  static SettingFormat oneOf(String... words) {
    return value ->
        List.of(words).contains(value)
            ? Optional.empty()
            : Optional.of("is " + String.join(" or ", words));
  }

  /** Returns a format for durations such as 500ms, 10s, 5m, 12h, 90d or PT10S. */
  static SettingFormat time(String least, String most) {
    return value -> {
      try {
        Duration time = duration(value);
        if (time.compareTo(duration(least)) >= 0 && time.compareTo(duration(most)) <= 0) {
          return Optional.empty();
        }
      } catch (DateTimeException | ArithmeticException | NumberFormatException e) {
        // The message below covers this too.
      }
      return Optional.of("is a time such as 10s, 5m, 12h or 90d, from " + least + " to " + most);
    };
  }

  /**
   * Parses a duration such as 500ms, 10s, 5m, 12h, 90d or PT10S.
   *
   * @throws DateTimeException if the text is not a duration
   */
  static Duration duration(String value) {
    String text = value.strip().toLowerCase(Locale.ROOT);
    String unit = text.replaceFirst("^[0-9]+", "");
    return switch (unit) {
      case "ms" -> Duration.ofMillis(number(text, unit));
      case "s" -> Duration.ofSeconds(number(text, unit));
      case "m" -> Duration.ofMinutes(number(text, unit));
      case "h" -> Duration.ofHours(number(text, unit));
      case "d" -> Duration.ofDays(number(text, unit));
      default -> Duration.parse(value.strip());
    };
  }

  private static long number(String text, String unit) {
    return Long.parseLong(text.substring(0, text.length() - unit.length()));
  }
}
