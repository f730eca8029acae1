package dev.pawl.worker;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The stack trace of a failed task as text of bounded length, its causes included. */
final class StackTraceText {

  /** The server keeps 8 KB; a longer trace says at its end that it was truncated. */
  private static final int MAX_CHARS = 8_000;

  /** Frames of one exception; more of them would leave no room for its causes. */
  private static final int MAX_FRAMES = 25;

  private StackTraceText() {}

  /** Null if the exception does not know where it was thrown. */
  static @Nullable String of(Throwable failed) {
    if (failed.getStackTrace().length == 0) {
      return null;
    }
    StringBuilder text = new StringBuilder();
    Set<Throwable> printed = Collections.newSetFromMap(new IdentityHashMap<>());
    Throwable next = failed;
    while (next != null && printed.add(next) && text.length() <= MAX_CHARS) {
      String message = String.valueOf(next.getMessage());
      text.append(text.isEmpty() ? "" : "\nCaused by: ")
          .append(next.getClass().getName())
          .append(": ")
          .append(message, 0, Math.min(message.length(), MAX_CHARS));
      append(text, next.getStackTrace());
      next = next.getCause();
    }
    return text.length() <= MAX_CHARS
        ? text.toString()
        : text.substring(0, MAX_CHARS) + "\n... (truncated)";
  }

  private static void append(StringBuilder text, StackTraceElement[] frames) {
    int shown = Math.min(frames.length, MAX_FRAMES);
    for (int i = 0; i < shown; i++) {
      text.append("\n\tat ").append(frames[i]);
    }
    if (shown < frames.length) {
      text.append("\n\t... ").append(frames.length - shown).append(" more");
    }
  }
}
