package dev.pawl.server.flow;

import dev.pawl.engine.store.VersionKey;
import dev.pawl.server.problem.Refusal;
import java.util.HashSet;
import java.util.List;
import java.util.regex.Pattern;

/** How names, words and tags of flows may be. */
final class FlowWords {

  static final int LONGEST_NAME = 200;
  static final int LONGEST_DESCRIPTION = 10_000;
  static final int MOST_TAGS = 50;

  private static final Pattern WORD = Pattern.compile("[\\p{L}\\p{N}_.:/-]{1,50}");

  private FlowWords() {}

  static String code(String code) {
    if (!VersionKey.isFlowName(code)) {
      throw Refusal.refused("bad-code", VersionKey.NAME_RULE);
    }
    return code;
  }

  static String name(String name) {
    if (name.isBlank() || name.length() > LONGEST_NAME || isUnprintable(name)) {
      throw Refusal.refused(
          "bad-name", "a name has 1 to " + LONGEST_NAME + " printable characters; shorten it");
    }
    return name;
  }

  static String description(String text) {
    if (text.length() > LONGEST_DESCRIPTION || text.indexOf('\0') >= 0) {
      throw Refusal.refused(
          "bad-description",
          "a description or note has at most "
              + LONGEST_DESCRIPTION
              + " characters, none of them NUL; shorten it");
    }
    return text;
  }

  /** Empty where there is none. */
  static String word(String what, String text) {
    if (!text.isEmpty() && !WORD.matcher(text).matches()) {
      throw Refusal.refused(
          "bad-" + what,
          "a "
              + what
              + " is one word of at most 50 letters, digits and _ . : / -, not '"
              + text.substring(0, Math.min(text.length(), 60))
              + "'");
    }
    return text;
  }

  static List<String> tags(List<String> tags) {
    if (tags.size() > MOST_TAGS) {
      throw Refusal.refused(
          "too-many-tags", "a flow has at most " + MOST_TAGS + " tags; leave some out");
    }
    for (String tag : tags) {
      if (tag.isEmpty()) {
        throw Refusal.refused("bad-tag", "a tag has at least one letter or digit");
      }
      word("tag", tag);
    }
    if (new HashSet<>(tags).size() < tags.size()) {
      throw Refusal.refused("bad-tag", "a flow has a tag once");
    }
    return tags;
  }

  private static boolean isUnprintable(String text) {
    return text.chars().anyMatch(Character::isISOControl);
  }
}
