package dev.pawl.chaos.node;

import java.util.Optional;

/**
 * The point at which a process halts: before or after its n-th write, written as {@code before:3}.
 *
 * @param write the number of the write, from 1
 */
public record Failpoint(When when, int write) {

  public enum When {
    BEFORE,
    AFTER
  }

  public static Optional<Failpoint> parse(String text) {
    if (text.isEmpty()) {
      return Optional.empty();
    }
    String[] parts = text.split(":", 2);
    When when = parts[0].equals("before") ? When.BEFORE : When.AFTER;
    return Optional.of(new Failpoint(when, Integer.parseInt(parts[1])));
  }

  @Override
  public String toString() {
    return (when == When.BEFORE ? "before:" : "after:") + write;
  }
}
