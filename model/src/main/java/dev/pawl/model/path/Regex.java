package dev.pawl.model.path;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import java.util.ArrayDeque;
import java.util.Deque;

/** A regular expression of limited size that matches in time linear in the length of the text. */
public final class Regex {

  /** The maximum length of a regular expression, in characters. */
  public static final int MAX_LENGTH = 1000;

  /** The maximum number of steps per character of text, with counted repetitions expanded. */
  public static final int MAX_COST = 10_000;

  private final Pattern pattern;
  private final int cost;

  private Regex(Pattern pattern, int cost) {
    this.pattern = pattern;
    this.cost = cost;
  }

  /**
   * Compiles a regular expression.
   *
   * @param flags any of {@code i} (ignore case), {@code m} (multi-line) and {@code s} (dot matches
   *     line breaks)
   * @throws IllegalArgumentException if the expression is invalid or too large
   */
  public static Regex compile(String source, String flags) {
    if (source.length() > MAX_LENGTH) {
      throw new IllegalArgumentException(
          "a regular expression may have at most " + MAX_LENGTH + " characters");
    }
    int cost = costOf(source);
    int bits = 0;
    for (int i = 0; i < flags.length(); i++) {
      bits |=
          switch (flags.charAt(i)) {
            case 'i' -> Pattern.CASE_INSENSITIVE;
            case 'm' -> Pattern.MULTILINE;
            case 's' -> Pattern.DOTALL;
            default ->
                throw new IllegalArgumentException(
                    "'" + flags.charAt(i) + "' is no flag of a regular expression");
          };
    }
    try {
      boolean dotIsAnything = (bits & Pattern.DOTALL) != 0;
      String text = dotIsAnything ? source : withDotsWithinLines(source);
      return new Regex(Pattern.compile(text, bits), cost);
    } catch (PatternSyntaxException e) {
      throw new IllegalArgumentException("not a regular expression: " + e.getDescription(), e);
    }
  }

  /** Returns the maximum number of steps per character of text. */
  public int cost() {
    return cost;
  }

  public boolean matches(String text) {
    return pattern.matches(text);
  }

  public boolean isFoundIn(String text) {
    return pattern.matcher(text).find();
  }

  /**
   * Rewrites dots so that they do not match a carriage return, as RFC 9485 requires; in RE2 they
   * do.
   */
  private static String withDotsWithinLines(String source) {
    StringBuilder out = new StringBuilder(source.length() + 16);
    boolean inClass = false;
    for (int i = 0; i < source.length(); i++) {
      char c = source.charAt(i);
      if (c == '\\' && i + 1 < source.length()) {
        out.append(c).append(source.charAt(++i));
      } else if (c == '.' && !inClass) {
        out.append("[^\\n\\r]");
      } else {
        boolean opens = !inClass && c == '[';
        int end = opens ? afterOpening(source, i) : i + 1;
        out.append(source, i, end);
        i = end - 1;
        inClass = opens || inClass && c != ']';
      }
    }
    return out.toString();
  }

  /**
   * Returns the index after the opening of a character class: the bracket, a caret, and a closing
   * bracket in first position, which is an element of the class.
   */
  private static int afterOpening(String source, int bracket) {
    int next = bracket + 1;
    next += source.startsWith("^", next) ? 1 : 0;
    return next + (source.startsWith("]", next) ? 1 : 0);
  }

  private static int costOf(String source) {
    Deque<Long> outer = new ArrayDeque<>();
    long sum = 0;
    long last = 0;
    boolean inClass = false;
    for (int i = 0; i < source.length(); i++) {
      char c = source.charAt(i);
      if (inClass) {
        if (c == '\\') {
          i++;
        }
        inClass = c != ']';
        continue;
      }
      switch (c) {
        case '(' -> {
          outer.push(sum);
          sum = 0;
        }
        case ')' -> {
          last = sum + 1;
          sum = last + (outer.isEmpty() ? 0 : outer.pop());
        }
        case '{' -> {
          long repeated = last * countAt(source, i);
          sum += repeated - last;
          last = repeated;
        }
        case '*', '+', '?' -> {
          last++;
          sum++;
        }
        case '[' -> {
          i = afterOpening(source, i) - 1;
          inClass = true;
          last = 1;
          sum++;
        }
        default -> {
          i += c == '\\' ? 1 : 0;
          last = 1;
          sum++;
        }
      }
      if (sum > MAX_COST) {
        throw new IllegalArgumentException("the regular expression repeats too much");
      }
    }
    long total = sum;
    for (long part : outer) {
      total += part;
    }
    return (int) Math.min(total + 1, MAX_COST);
  }

  /** Returns the larger number of a repetition such as {@code {2,5}}, at least 1. */
  private static long countAt(String source, int brace) {
    long count = 1;
    long number = 0;
    for (int i = brace + 1; i < source.length() && source.charAt(i) != '}'; i++) {
      char c = source.charAt(i);
      number = PathScanner.isDigit(c) ? Math.min(number * 10 + (c - '0'), MAX_COST) : 0;
      count = Math.max(count, number);
    }
    return count;
  }
}
