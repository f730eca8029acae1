package dev.pawl.sdk;

import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;

/** Stack traces of failed attempts as text of bounded size. */
public final class StackTraces {

  /** The maximum size of a kept stack trace in UTF-8 bytes, the truncation mark included. */
  public static final int MAX_BYTES = 8_192;

  /** Frames of one exception; more of them would displace its causes. */
  private static final int MAX_FRAMES = 25;

  private static final String TRUNCATED = "\n... (truncated)";

  private StackTraces() {}

  /** Prints the trace of an exception and its causes, shortened; empty if it has none. */
  public static Optional<String> of(Throwable trouble) {
    return of(trouble, message -> message);
  }

  /**
   * Prints the trace of an exception and its causes, shortened; empty if it has none.
   *
   * @param mask is applied to whole messages, because a part of a secret would not be recognized
   */
  public static Optional<String> of(Throwable trouble, UnaryOperator<String> mask) {
    if (trouble.getStackTrace().length == 0) {
      return Optional.empty();
    }
    StringBuilder text = new StringBuilder();
    Set<Throwable> printed = Collections.newSetFromMap(new IdentityHashMap<>());
    StackTraceElement[] enclosing = {};
    for (Throwable next = trouble;
        next != null && printed.add(next) && text.length() <= MAX_BYTES;
        next = next.getCause()) {
      text.append(text.isEmpty() ? "" : "\nCaused by: ").append(named(next, mask));
      StackTraceElement[] frames = next.getStackTrace();
      append(text, frames, inCommon(frames, enclosing));
      enclosing = frames;
    }
    return Optional.of(shortened(text.toString()));
  }

  private static String named(Throwable trouble, UnaryOperator<String> mask) {
    String message = mask.apply(String.valueOf(trouble.getMessage()));
    return trouble.getClass().getName()
        + ": "
        + message.substring(0, Math.min(message.length(), MAX_BYTES));
  }

  private static void append(StringBuilder text, StackTraceElement[] frames, int inCommon) {
    int shown = Math.min(frames.length - inCommon, MAX_FRAMES);
    for (int i = 0; i < shown; i++) {
      text.append("\n\tat ").append(frames[i]);
    }
    if (shown < frames.length) {
      text.append("\n\t... ").append(frames.length - shown).append(" more");
    }
  }

  /** Returns the number of trailing frames that the exception shares with the enclosing one. */
  private static int inCommon(StackTraceElement[] frames, StackTraceElement[] enclosing) {
    int count = 0;
    while (count < frames.length
        && count < enclosing.length
        && frames[frames.length - 1 - count].equals(enclosing[enclosing.length - 1 - count])) {
      count++;
    }
    return count;
  }

  /** Shortens a trace to the maximum size; a shortened one ends with a line that says so. */
  public static String shortened(String trace) {
    if (trace.length() <= MAX_BYTES && trace.getBytes(StandardCharsets.UTF_8).length <= MAX_BYTES) {
      return trace;
    }
    return trace.substring(0, fitting(trace, MAX_BYTES - TRUNCATED.length())) + TRUNCATED;
  }

  /** Returns the number of leading characters that fit into that many bytes. */
  private static int fitting(String text, int bytes) {
    int used = 0;
    int end = 0;
    while (end < text.length()) {
      int point = text.codePointAt(end);
      used += point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
      if (used > bytes) {
        return end;
      }
      end += Character.charCount(point);
    }
    return end;
  }
}
