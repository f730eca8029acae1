package dev.pawl.engine.expression.jsonata;

import static dev.pawl.engine.expression.jsonata.Undefined.UNDEFINED;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import dev.pawl.engine.expression.ExpressionException;
import dev.pawl.engine.expression.jsonata.Function.BuiltIn;
import dev.pawl.sdk.Json;
import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.List;

/**
 * Functions on time. The current time is that of the applied fact and does not change during it.
 */
final class DateFunctions {

  private static final Pattern ISO =
      Pattern.compile(
          "(\\d{4})(?:-(\\d\\d)(?:-(\\d\\d))?)?(?:T(\\d\\d):(\\d\\d):(\\d\\d))?"
              + "(?:\\.(\\d+))?([+-]\\d\\d:?\\d\\d|Z)?");
  private static final Pattern OFFSET = Pattern.compile("([+-]?)(\\d\\d):?(\\d\\d)|Z");
  private static final double MAX_MILLIS = 8.64e15;

  private DateFunctions() {}

  static List<BuiltIn> all() {
    return List.of(
        BuiltIn.of("now", "<s?s?:s>", 2, DateFunctions::now),
        BuiltIn.of("millis", "<:n>", 0, (e, a) -> Evaluator.whole(e.moment.now().toEpochMilli())),
        BuiltIn.of("fromMillis", "<n-s?s?:s>", 3, DateFunctions::fromMillis),
        BuiltIn.of("toMillis", "<s-s?:n>", 2, DateFunctions::toMillis));
  }

  private static Object now(Evaluator evaluator, Object[] a) {
    return write(evaluator, evaluator.moment.now().toEpochMilli(), a[0], a[1]);
  }

  private static Object fromMillis(Evaluator evaluator, Object[] a) {
    if (a[0] == UNDEFINED) {
      return UNDEFINED;
    }
    double millis = Values.number(a[0]);
    if (Math.abs(millis) > MAX_MILLIS) {
      throw new ExpressionException("D3110", "the time is out of range");
    }
    return write(evaluator, (long) millis, a[1], a[2]);
  }

  private static Object write(Evaluator evaluator, long millis, Object picture, Object zone) {
    DatePicture parts =
        picture == UNDEFINED ? DatePicture.ISO : picture(evaluator, Values.string(picture));
    int offset = zone == UNDEFINED ? 0 : offset(Values.string(zone));
    return Json.of(DateWriter.write(millis, parts, offset, evaluator.budget));
  }

  static DatePicture picture(Evaluator evaluator, String picture) {
    evaluator.budget.visit(picture.length());
    evaluator.budget.produce(8L * picture.length());
    return DatePicture.of(picture);
  }

  private static int offset(String zone) {
    Matcher matcher = OFFSET.matcher(zone);
    if (!matcher.matches()) {
      throw new ExpressionException(
          "D3134", "a time zone is written like +0100, not " + TextConversion.quote(zone));
    }
    if (matcher.group(2) == null) {
      return 0;
    }
    int minutes = Integer.parseInt(matcher.group(2)) * 60 + Integer.parseInt(matcher.group(3));
    return "-".equals(matcher.group(1)) ? -minutes : minutes;
  }

  private static Object toMillis(Evaluator evaluator, Object[] a) {
    if (a[0] == UNDEFINED) {
      return UNDEFINED;
    }
    String text = Values.string(a[0]);
    evaluator.budget.visit(text.length());
    if (a[1] == UNDEFINED) {
      return Evaluator.whole(iso(text));
    }
    DateReader.Compiled picture = evaluator.datePicture(Values.string(a[1]));
    LocalDateTime now = DateWriter.at(evaluator.moment.now().toEpochMilli());
    return DateReader.read(text, picture, now, evaluator.budget);
  }

  private static long iso(String text) {
    Matcher matcher = ISO.matcher(text);
    if (!matcher.matches()) {
      throw new ExpressionException(
          "D3110", TextConversion.quote(text) + " is not a time in ISO 8601; give its picture");
    }
    String zone = matcher.group(8);
    String fraction = matcher.group(7) == null ? "" : matcher.group(7);
    int millis = Integer.parseInt((fraction + "000").substring(0, 3));
    try {
      LocalDateTime date =
          LocalDateTime.of(
              number(matcher, 1, 0),
              number(matcher, 2, 1),
              number(matcher, 3, 1),
              number(matcher, 4, 0),
              number(matcher, 5, 0),
              number(matcher, 6, 0));
      int offset = zone == null ? 0 : offset(zone);
      return date.toEpochSecond(ZoneOffset.UTC) * 1000 + millis - offset * 60_000L;
    } catch (DateTimeException e) {
      throw new ExpressionException("D3110", TextConversion.quote(text) + " is not a time");
    }
  }

  private static int number(Matcher matcher, int group, int missing) {
    String text = matcher.group(group);
    return text == null ? missing : Integer.parseInt(text);
  }
}
