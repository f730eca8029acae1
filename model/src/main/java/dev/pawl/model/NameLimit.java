package dev.pawl.model;

import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * How long names and keys may be. This is the one place that says so: the checker, the start of an
 * execution, events, workers and filters all ask here, so that a name that is accepted at one place
 * is accepted at all of them.
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

  /** How many labels an execution may have, and how many may be looked for at once. */
  public static final int MAX_LABELS = 20;

  /**
   * How long the names of a state and of all states around it may be together, in bytes of UTF-8:
   * they name its steps.
   */
  public static final int MAX_PATH = 2_000;

  /** How much of a name a message repeats. */
  private static final int SHOWN = 60;

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

  /** What is wrong with a name, as a sentence that says what is allowed; empty if nothing is. */
  public Optional<String> problem(String name) {
    int length = name.codePointCount(0, name.length());
    if (length > most) {
      return Optional.of(
          "%s has at most %d characters, but '%s' has %d; shorten it"
              .formatted(what, most, shown(name), length));
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
              .formatted(what, shown(name)));
    }
    return Optional.empty();
  }

  /** Whether something can have that name. */
  public boolean admits(String name) {
    return problem(name).isEmpty();
  }

  /**
   * The name itself.
   *
   * @throws IllegalArgumentException with the limit, if it exceeds it
   */
  public String checked(String name) {
    problem(name)
        .ifPresent(
            why -> {
              throw new IllegalArgumentException(why);
            });
    return name;
  }

  /** What is wrong with the labels of an execution, or with those to look for. */
  public static Optional<String> problem(Map<String, String> labels) {
    if (labels.size() > MAX_LABELS) {
      return Optional.of(
          "there are at most %d labels, but here are %d; leave some out"
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
   * What keeps a longer text, in which control characters are fine, from being stored.
   *
   * @param what how to call it, such as "a reason"
   */
  public static Optional<String> unstorable(String what, String text) {
    OptionalInt bad = text.codePoints().filter(c -> c == 0 || isHalf(c)).findFirst();
    return bad.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "%s has the character U+%04X, which cannot be stored; take it out"
                .formatted(what, bad.getAsInt()));
  }

  private static String shown(String name) {
    return name.codePointCount(0, name.length()) <= SHOWN
        ? name
        : name.substring(0, name.offsetByCodePoints(0, SHOWN)) + "...";
  }

  private static boolean isUnprintable(int c) {
    return Character.isISOControl(c) || isHalf(c);
  }

  /** Half of a surrogate pair: no character, and nothing that UTF-8 can hold. */
  private static boolean isHalf(int c) {
    return Character.getType(c) == Character.SURROGATE;
  }
}
