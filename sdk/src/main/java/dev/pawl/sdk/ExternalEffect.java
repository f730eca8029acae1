package dev.pawl.sdk;

/**
 * An effect of a handler on the outside world.
 *
 * @param kind what was done, such as {@code http}, {@code mail}, {@code sms}, {@code event}
 * @param target whom or what it reached, such as {@code POST https://crm.example/policies}, without
 *     secrets; at most 500 characters
 * @param key the key by which the receiver recognises a repetition; empty if it cannot
 * @param summary the result in a few words, such as {@code 201 Created}; at most 500 characters
 */
public record ExternalEffect(String kind, String target, String key, String summary) {

  private static final int MAX_TEXT_CHARACTERS = 500;

  /** Creates an effect; longer texts are cut. */
  public ExternalEffect {
    target = cut(target);
    summary = cut(summary);
  }

  private static String cut(String text) {
    return text.length() <= MAX_TEXT_CHARACTERS ? text : text.substring(0, MAX_TEXT_CHARACTERS);
  }
}
