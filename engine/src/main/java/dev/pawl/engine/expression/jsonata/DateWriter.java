package dev.pawl.engine.expression.jsonata;

import dev.pawl.engine.expression.Budget;
import dev.pawl.engine.expression.ExpressionException;
import java.math.BigInteger;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.List;

/** Formats a time with a picture. */
final class DateWriter {

  static final List<String> MONTHS =
      List.of(
          "January February March April May June July August September October November December"
              .split(" "));
  static final List<String> DAYS =
      List.of("Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split(" "));

  private final LocalDateTime date;
  private final int offsetMinutes;
  private final Budget budget;

  private DateWriter(LocalDateTime date, int offsetMinutes, Budget budget) {
    this.date = date;
    this.offsetMinutes = offsetMinutes;
    this.budget = budget;
  }

  static String write(long millis, DatePicture picture, int offsetMinutes, Budget budget) {
    LocalDateTime date = at(millis + offsetMinutes * 60_000L);
    DateWriter writer = new DateWriter(date, offsetMinutes, budget);
    StringBuilder text = new StringBuilder();
    for (DatePicture.Part part : picture.parts()) {
      String written =
          switch (part) {
            case DatePicture.Text literal -> literal.text();
            case DatePicture.Marker marker -> writer.component(marker);
          };
      budget.produce(written.length());
      text.append(written);
    }
    return text.toString();
  }

  static LocalDateTime at(long millis) {
    return LocalDateTime.ofEpochSecond(
        Math.floorDiv(millis, 1000L),
        (int) Math.floorMod(millis, 1000L) * 1_000_000,
        ZoneOffset.UTC);
  }

  private String component(DatePicture.Marker marker) {
    return switch (marker.component()) {
      case 'Z', 'z' -> offset(marker);
      case 'P' -> cased(marker, date.getHour() < 12 ? "am" : "pm");
      case 'C', 'E' -> "ISO";
      default -> marker.names().isPresent() ? name(marker) : number(marker);
    };
  }

  private static String cased(DatePicture.Marker marker, String text) {
    return marker.names().orElse(IntegerPicture.Case.LOWER) == IntegerPicture.Case.LOWER
        ? text
        : IntegerPicture.Case.UPPER.apply(text);
  }

  private String name(DatePicture.Marker marker) {
    int value = value(date, marker.component());
    String name =
        switch (marker.component()) {
          case 'M', 'x' -> MONTHS.get(value - 1);
          case 'F' -> DAYS.get(value - 1);
          default ->
              throw new ExpressionException(
                  "D3133", "the component " + marker.component() + " has no name");
        };
    String cased = marker.names().get().apply(name);
    return marker.maxWidth() > 0 && marker.maxWidth() < cased.length()
        ? cased.substring(0, marker.maxWidth())
        : cased;
  }

  private String number(DatePicture.Marker marker) {
    int value = value(date, marker.component());
    if (marker.yearDigits() > 0 && marker.yearDigits() < 9) {
      value = value % BigInteger.TEN.pow(marker.yearDigits()).intValue();
    }
    return marker.number().orElseThrow().format(BigInteger.valueOf(value), budget);
  }

  private String offset(DatePicture.Marker marker) {
    if (offsetMinutes == 0 && marker.zulu()) {
      return "Z";
    }
    IntegerPicture picture = marker.number().orElse(IntegerPicture.of("01:01"));
    int hours = Math.abs(offsetMinutes) / 60;
    int minutes = Math.abs(offsetMinutes) % 60;
    int digits = picture.minDigits();
    String text;
    if (picture.isRegular() || digits == 3 || digits == 4) {
      text = picture.format(BigInteger.valueOf(hours * 100L + minutes), budget);
    } else if (digits == 1 || digits == 2) {
      text = picture.format(BigInteger.valueOf(hours), budget);
      text += minutes == 0 ? "" : ":" + (minutes < 10 ? "0" : "") + minutes;
    } else {
      throw new ExpressionException("D3134", "a time zone cannot have " + digits + " digits");
    }
    String signed = (offsetMinutes < 0 ? "-" : "+") + text;
    return marker.component() == 'z' ? "GMT" + signed : signed;
  }

  /**
   * Returns the numeric value of a component; a week belongs to the year or month of its Thursday.
   */
  static int value(LocalDateTime date, char component) {
    LocalDate day = date.toLocalDate();
    LocalDate thursday = day.plusDays(4 - day.getDayOfWeek().getValue());
    return switch (component) {
      case 'Y' -> date.getYear();
      case 'M' -> date.getMonthValue();
      case 'D' -> date.getDayOfMonth();
      case 'd' -> date.getDayOfYear();
      case 'F' -> date.getDayOfWeek().getValue();
      case 'W' -> (thursday.getDayOfYear() - 1) / 7 + 1;
      case 'w' -> (thursday.getDayOfMonth() - 1) / 7 + 1;
      case 'X' -> thursday.getYear();
      case 'x' -> thursday.getMonthValue();
      case 'H' -> date.getHour();
      case 'h' -> date.getHour() % 12 == 0 ? 12 : date.getHour() % 12;
      case 'm' -> date.getMinute();
      case 's' -> date.getSecond();
      case 'f' -> date.getNano() / 1_000_000;
      default ->
          throw new ExpressionException("D3132", "unknown component " + component + " of a date");
    };
  }
}
