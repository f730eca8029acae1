package dev.pawl.model;

import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The maximum lengths of names and keys. The checker, starts of executions, events, workers and
 * filters share these limits, so that a name accepted by one is accepted by all.
 *
 * <p>Characters are code points. The longest name has 800 bytes in UTF-8, and two of them fit into
 * one entry of a PostgreSQL index (2,704 bytes).
 */
public enum NameLimit {
  STATE("the name of a state", 1, 80),
  FLOW("the name of a flow", 1, 200),
  RESOURCE("the name of a resource", 1, 200),
  EVENT("the name of an event", 1, 200),
  EVENT_ID("the id of an event", 1, 200),
  EXECUTION("the name of an execution", 1, 200),
  BUSINESS_KEY("a business key", 1, 200),
  IDEMPOTENCY_KEY("an idempotency key", 1, 200),
  WORKER("the name of a worker", 1, 200),
  LABEL_NAME("the name of a label", 1, 63),
  LABEL_VALUE("the value of a label", 0, 200);

  /** The maximum number of labels of an execution, and of a search. */
  public static final int MAX_LABELS = 20;

  /**
   * The maximum total length of the names of a state and of all states around it, in UTF-8 bytes;
   * together they form the id of a step.
   */
  public static final int MAX_PATH = 2_000;

  /** The maximum length of a name that a message repeats, in characters. */
  private static final int MAX_QUOTED_CHARACTERS = 60;

  private final String what;
  private final int least;
  private final int most;

  NameLimit(String what, int least, int most) {
    this.what = what;
    this.least = least;
    this.most = most;
  }

  public int most() {
    return most;
  }

  /** Returns what is wrong with a name and what is allowed; empty if the name is valid. */
  public Optional<String> problem(String name) {
    int length = name.codePointCount(0, name.length());
    if (length > most) {
      return Optional.of(
          "%s has at most %d characters, but '%s' has %d; shorten it"
              .formatted(what, most, quote(name), length));
    }
    if (least > 0 && name.isBlank()) {
      return Optional.of("%s has 1 to %d characters and is not blank".formatted(what, most));
    }
    OptionalInt control = name.codePoints().filter(NameLimit::isUnprintable).findFirst();
    if (control.isPresent()) {
      return Optional.of(
          "%s has no control characters and no halves of characters, but there is U+%04X; take it out"
              .formatted(what, control.getAsInt()));
    }
    if (this == LABEL_NAME && name.indexOf(':') >= 0) {
      return Optional.of(
          "%s has no colon, but '%s' has: a colon parts name and value where labels are looked for"
              .formatted(what, quote(name)));
    }
    return Optional.empty();
  }

  /** Returns true if the name is valid. */
  public boolean admits(String name) {
    return problem(name).isEmpty();
  }

  /**
   * Returns the name if it is valid.
   *
   * @throws IllegalArgumentException if it is not; the message names the limit
   */
  public String require(String name) {
    problem(name)
        .ifPresent(
            why -> {
              throw new IllegalArgumentException(why);
            });
    return name;
  }

  /** Returns what is wrong with the labels of an execution or a search; empty if they are valid. */
  public static Optional<String> problem(Map<String, String> labels) {
    if (labels.size() > MAX_LABELS) {
      return Optional.of(
          "at most %d labels are allowed, got %d; remove some"
              .formatted(MAX_LABELS, labels.size()));
    }
    return labels.entrySet().stream()
        .map(label -> LABEL_NAME.problem(label.getKey()).or(() -> ofValue(label)))
        .flatMap(Optional::stream)
        .findFirst();
  }

  private static Optional<String> ofValue(Map.Entry<String, String> label) {
    return LABEL_VALUE
        .problem(label.getValue())
        .map(why -> "label '%s': %s".formatted(label.getKey(), why));
  }

  /**
   * Returns why a longer text, which may contain control characters, cannot be stored; empty if it
   * can.
   *
   * @param what the subject of the message, such as "a reason"
   */
  public static Optional<String> unstorable(String what, String text) {
    OptionalInt bad = text.codePoints().filter(c -> c == 0 || isHalf(c)).findFirst();
    return bad.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "%s has the character U+%04X, which cannot be stored; take it out"
                .formatted(what, bad.getAsInt()));
  }

  private static String quote(String name) {
    return name.codePointCount(0, name.length()) <= MAX_QUOTED_CHARACTERS
        ? name
        : name.substring(0, name.offsetByCodePoints(0, MAX_QUOTED_CHARACTERS)) + "...";
  }

  private static boolean isUnprintable(int c) {
    return Character.isISOControl(c) || isHalf(c);
  }

  /** Returns true for an unpaired surrogate, which UTF-8 cannot encode. */
  private static boolean isHalf(int c) {
    return Character.getType(c) == Character.SURROGATE;
  }
}
