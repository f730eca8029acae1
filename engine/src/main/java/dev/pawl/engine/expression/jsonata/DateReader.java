package dev.pawl.engine.expression.jsonata;

import static dev.pawl.engine.expression.jsonata.Undefined.UNDEFINED;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import dev.pawl.engine.expression.Budget;
import dev.pawl.engine.expression.ExpressionException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;

/** Parses a time with a picture. Components missing on the left are taken from the current time. */
final class DateReader {

  private static final String WORDS =
      "(?:"
          + String.join("|", new TreeSet<>(NumberWords.VALUES.keySet()).descendingSet())
          + "|and|[-, ])+";
  private static final int MAX_YEAR = 200_000;

  /** The components that have names: months, days of the week, and the halves of a day. */
  private static final String NAMED = "MxFP";

  /** A picture with its regular expression. */
  record Compiled(DatePicture picture, Pattern pattern) {}

  private final LocalDateTime now;
  private final Map<Character, Double> components = new HashMap<>();

  private DateReader(LocalDateTime now) {
    this.now = now;
  }

  static Compiled compile(DatePicture picture, Budget budget) {
    StringBuilder regex = new StringBuilder("^");
    List<DatePicture.Part> parts = picture.parts();
    for (int i = 0; i < parts.size(); i++) {
      boolean adjacent = i + 1 < parts.size() && parts.get(i + 1) instanceof DatePicture.Marker;
      regex.append('(').append(regex(parts.get(i), adjacent)).append(')');
    }
    budget.visit(10L * regex.length());
    return new Compiled(
        picture, Pattern.compile(regex.append('$').toString(), Pattern.CASE_INSENSITIVE));
  }

  /** Returns milliseconds since 1970; undefined if the text does not match the picture. */
  static Object read(String text, Compiled compiled, LocalDateTime now, Budget budget) {
    List<DatePicture.Part> parts = compiled.picture().parts();
    Matcher matcher = compiled.pattern().matcher(new CountedText(text, budget));
    if (!matcher.matches()) {
      return UNDEFINED;
    }
    DateReader reader = new DateReader(now);
    for (int i = 0; i < parts.size(); i++) {
      if (parts.get(i) instanceof DatePicture.Marker marker) {
        reader.take(marker, matcher.group(i + 1));
      }
    }
    return reader.components.isEmpty() ? UNDEFINED : (Object) (double) reader.millis();
  }

  private static String regex(DatePicture.Part part, boolean adjacent) {
    return switch (part) {
      case DatePicture.Text text -> Pattern.quote(text.text());
      case DatePicture.Marker marker -> regex(marker, adjacent);
    };
  }

  private static String regex(DatePicture.Marker marker, boolean adjacent) {
    if (marker.component() == 'Z' || marker.component() == 'z') {
      boolean colon = marker.number().map(IntegerPicture::isRegular).orElse(true);
      return (marker.component() == 'z' ? "GMT" : "") + "[-+][0-9]+" + (colon ? ":[0-9]+" : "");
    }
    if (marker.number().isEmpty()) {
      if (NAMED.indexOf(marker.component()) < 0) {
        throw new ExpressionException(
            "D3133", "the component " + marker.component() + " of a date has no name to read");
      }
      return "[a-zA-Z]+";
    }
    IntegerPicture number = marker.number().get();
    return switch (number.style()) {
      case LETTERS -> "[a-z]+";
      case ROMAN -> "[mdclxvi]+";
      case WORDS -> WORDS;
      case DECIMAL -> {
        int width = marker.yearDigits() > 0 ? marker.yearDigits() : number.minDigits();
        boolean fixed = marker.yearDigits() > 0 || adjacent;
        yield "[0-9]"
            + (fixed ? "{" + Math.min(width, 20) + "}" : "+")
            + (number.ordinal() ? "(?:th|st|nd|rd)" : "");
      }
    };
  }

  private void take(DatePicture.Marker marker, String text) {
    char component = marker.component();
    double value =
        switch (component) {
          case 'Z', 'z' -> offset(component == 'z' ? text.substring(3) : text);
          case 'P' -> text.toLowerCase(Locale.ROOT).equals("pm") ? 1 : 0;
          case 'f' -> fraction(text);
          default ->
              marker.number().isPresent()
                  ? marker.number().get().parse(lowered(marker.number().get(), text))
                  : name(marker, text);
        };
    if (Double.isNaN(value)) {
      throw new ExpressionException(
          "D3110",
          TextConversion.quote(text) + " is not a component of a date that the picture allows");
    }
    components.put(component, value);
  }

  private static String lowered(IntegerPicture number, String text) {
    return number.style() == IntegerPicture.Style.LETTERS ? number.letters().apply(text) : text;
  }

  /** Returns the digits after the decimal point as milliseconds. */
  private static double fraction(String digits) {
    return Double.parseDouble((digits + "000").substring(0, 3));
  }

  private static double offset(String text) {
    int sign = text.charAt(0) == '-' ? -1 : 1;
    String digits = text.substring(1).replace(":", "");
    if (digits.length() > 6) {
      return Double.NaN;
    }
    int hours = digits.length() <= 2 ? digits.length() : digits.length() - 2;
    int minutes = digits.length() <= 2 ? 0 : Integer.parseInt(digits.substring(hours));
    return sign * (Integer.parseInt(digits.substring(0, hours)) * 60.0 + minutes);
  }

  private static double name(DatePicture.Marker marker, String text) {
    List<String> names = marker.component() == 'F' ? DateWriter.DAYS : DateWriter.MONTHS;
    for (int i = 0; i < names.size(); i++) {
      String name = names.get(i);
      String expected =
          marker.maxWidth() > 0
              ? name.substring(0, Math.min(marker.maxWidth(), name.length()))
              : name;
      if (expected.equalsIgnoreCase(text)) {
        return i + 1;
      }
    }
    return Double.NaN;
  }

  private boolean hasOnly(String allowed, String of) {
    boolean any = false;
    for (char component : of.toCharArray()) {
      boolean present = components.containsKey(component);
      if (present && allowed.indexOf(component) < 0) {
        return false;
      }
      any |= present;
    }
    return any;
  }

  private long millis() {
    String all = "YXMxWwdD";
    boolean byMonth = hasOnly("YMD", all);
    boolean byDay = !byMonth && hasOnly("Yd", all);
    if (hasOnly("Xxw", all) || hasOnly("XW", all)) {
      throw gap("dates by week cannot be read");
    }
    boolean halfDays = !hasOnly("Hmsf", "PHhmsf") && hasOnly("Phmsf", "PHhmsf");
    fill((byDay ? "Yd" : "YMD") + (halfDays ? "Phmsf" : "Hmsf"));
    double hour = halfDays ? get('h') % 12 + (get('P') == 1 ? 12 : 0) : get('H');
    if (Math.abs(get('Y')) > MAX_YEAR) {
      throw new ExpressionException("D3110", "the year is out of range");
    }
    LocalDate january = LocalDate.of((int) get('Y'), 1, 1);
    LocalDate day =
        byDay
            ? january.plusDays((long) get('d') - 1)
            : january.plusMonths((long) get('M') - 1).plusDays((long) get('D') - 1);
    double seconds = hour * 3600 + get('m') * 60 + get('s');
    double offset =
        components.getOrDefault('Z', 0.0) == 0 ? components.getOrDefault('z', 0.0) : get('Z');
    return day.atStartOfDay().toEpochSecond(ZoneOffset.UTC) * 1000
        + (long) (seconds * 1000 + get('f') - offset * 60_000);
  }

  private double get(char component) {
    return components.getOrDefault(component, 0.0);
  }

  /**
   * Adds missing components: larger ones than the given from the current time, smaller ones with
   * their minimum. A gap between given ones is an error.
   */
  private void fill(String order) {
    boolean started = false;
    boolean ended = false;
    for (char component : order.toCharArray()) {
      if (components.containsKey(component)) {
        if (ended) {
          throw gap("the text leaves out what stands between two components");
        }
        started = true;
      } else if (started) {
        ended = true;
        components.put(component, component == 'M' || component == 'D' ? 1.0 : 0.0);
      } else {
        double current =
            component == 'P' ? (now.getHour() < 12 ? 0 : 1) : DateWriter.value(now, component);
        components.put(component, current);
      }
    }
  }

  private static ExpressionException gap(String message) {
    return new ExpressionException("D3136", "the date is underspecified: " + message);
  }
}
