package dev.pawl.server.failure;

import java.util.List;
import java.util.regex.Pattern;

/**
 * Replaces what differs between equal errors in their messages: numbers, ids, dates, addresses and
 * quoted values. A pure function; all expressions take linear time on the bounded text.
 */
final class MessagePattern {

  /** The largest number of characters of a message that are regarded. */
  static final int MAX_INPUT = 2_000;

  /** The largest number of characters of a result. */
  static final int MAX_LENGTH = 300;

  private static final String NAME = "[A-Za-z0-9](?:[A-Za-z0-9-]{0,62})";

  private static final String DOMAINS =
      "(?:com|net|org|io|dev|app|cloud|local|localdomain|internal|intranet|lan|corp|home|example"
          + "|test|invalid|svc|info|biz|edu|gov|eu|de|at|ch|fr|nl|uk|br|cn|us|jp|in)";

  private record Rule(Pattern pattern, String replacement) {

    static Rule of(String pattern, String replacement) {
      return new Rule(Pattern.compile(pattern), replacement);
    }
  }

  // In this order: what contains other kinds of values comes first.
  private static final List<Rule> RULES =
      List.of(
          Rule.of("[\\s\\p{Cntrl}]+", " "),
          // Quotes that begin after a separator and end before one; an apostrophe does neither.
          Rule.of("(?<![\\p{L}\\p{N}])'[^']{0,200}'(?![\\p{L}\\p{N}])", "<value>"),
          Rule.of("(?<![\\p{L}\\p{N}])\"[^\"]{0,200}\"(?![\\p{L}\\p{N}])", "<value>"),
          Rule.of("(?<![\\p{L}\\p{N}])`[^`]{0,200}`(?![\\p{L}\\p{N}])", "<value>"),
          Rule.of("[\u201c\u201e][^\u201c\u201d]{0,200}[\u201c\u201d]", "<value>"),
          Rule.of("[\\p{L}\\p{N}._%+-]{1,64}@[\\p{L}\\p{N}.-]{1,253}", "<email>"),
          Rule.of("\\b([a-zA-Z][a-zA-Z0-9+.-]{1,20}://)[^\\s/?#<>,;)\\]]{1,253}", "$1<host>"),
          Rule.of("(<host>[^\\s?#]{0,500})\\?[^\\s]{1,1000}", "$1?<query>"),
          Rule.of(
              "\\b[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}\\b",
              "<id>"),
          Rule.of("\\b\\d{1,3}(?:\\.\\d{1,3}){3}(?::\\d{1,5})?\\b", "<host>"),
          Rule.of(
              "\\b\\d{4}-\\d{2}-\\d{2}(?:[T ]\\d{2}:\\d{2}(?::\\d{2})?(?:[.,]\\d{1,9})?"
                  + "(?: ?(?:Z\\b|UTC\\b|[+-]\\d{2}:?\\d{2}\\b))?(?:\\[[\\w/+-]{1,60}\\])?)?",
              "<date>"),
          Rule.of("\\b\\d{1,2}[./]\\d{1,2}[./]\\d{4}\\b", "<date>"),
          Rule.of("\\b\\d{2}:\\d{2}(?::\\d{2}(?:[.,]\\d{1,9})?)?(?: ?[AaPp][Mm]\\b)?", "<date>"),
          Rule.of("\\[[0-9a-fA-F:.]{2,45}\\](?::\\d{1,5})?", "<host>"),
          Rule.of("(?<![\\w.-])(?:" + NAME + "\\.){0,8}" + NAME + ":\\d{2,5}(?![\\w])", "<host>"),
          Rule.of(
              "(?<![\\w.-])(?:[a-z0-9][a-z0-9-]{0,62}\\.){1,8}" + DOMAINS + "(?![\\w-]|\\.\\w)",
              "<host>"),
          // Hexadecimal digests, and random ids: long, with digits among the letters.
          Rule.of("\\b0x[0-9a-fA-F]{1,64}\\b", "<id>"),
          Rule.of(
              "(?<![\\p{L}\\p{N}])(?=[a-fA-F]{0,63}\\d)[0-9a-fA-F]{12,64}(?![\\p{L}\\p{N}])",
              "<id>"),
          Rule.of(
              "(?<![\\p{L}\\p{N}])(?=[A-Za-z]{0,64}\\d[A-Za-z]{0,64}[A-Za-z\\d]{0,64}\\d)"
                  + "(?=\\d{0,64}[A-Za-z])[A-Za-z0-9]{12,64}(?![\\p{L}\\p{N}])",
              "<id>"),
          Rule.of("(?<![\\p{L}\\p{N}_.-])[-+]?\\d+(?:[.,]\\d+)*", "<n>"),
          Rule.of("\\d+", "<n>"),
          // Lists of any length are alike.
          Rule.of("(<[a-z]{1,6}>)(?:(?:, ?| | and )\\1){1,500}", "$1, ..."));

  private MessagePattern() {}

  /** Returns the form of a message; an empty text for an empty one. */
  static String of(String message) {
    String text = cut(message, MAX_INPUT);
    for (Rule rule : RULES) {
      text = rule.pattern().matcher(text).replaceAll(rule.replacement());
    }
    return cut(text.strip(), MAX_LENGTH).strip();
  }

  /** Cuts a text, not within a character. */
  static String cut(String text, int length) {
    if (text.length() <= length) {
      return text;
    }
    int end = Character.isHighSurrogate(text.charAt(length - 1)) ? length - 1 : length;
    return text.substring(0, end);
  }
}
