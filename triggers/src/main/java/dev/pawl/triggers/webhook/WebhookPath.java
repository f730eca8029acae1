package dev.pawl.triggers.webhook;

import java.util.regex.Pattern;

/**
 * The paths of webhooks. A path has one spelling, of characters that no client encodes, so that
 * paths are compared as they are.
 */
public final class WebhookPath {

  /** The longest path in characters. */
  public static final int MAX_CHARACTERS = 100;

  private static final Pattern PATH =
      Pattern.compile("[a-z0-9][a-z0-9._~-]*(?:/[a-z0-9][a-z0-9._~-]*)*");

  private WebhookPath() {}

  /** Returns true if there can be a webhook with that path. */
  public static boolean isAllowed(String path) {
    return path.length() <= MAX_CHARACTERS && PATH.matcher(path).matches();
  }

  /**
   * Returns the path without a leading slash.
   *
   * @throws IllegalArgumentException if it is not allowed
   */
  static String require(String field, String text) {
    String path = text.startsWith("/") ? text.substring(1) : text;
    if (!isAllowed(path)) {
      throw new IllegalArgumentException(
          "%s: '%s' is not allowed; use 1 to %d characters: parts of a-z, 0-9, and . _ ~ - after the first character, separated by /"
              .formatted(
                  field,
                  text.substring(0, Math.min(text.length(), MAX_CHARACTERS)),
                  MAX_CHARACTERS));
    }
    return path;
  }
}
