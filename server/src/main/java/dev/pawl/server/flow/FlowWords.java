package dev.pawl.server.flow;

import dev.pawl.engine.store.VersionKey;
import dev.pawl.model.NameLimit;
import dev.pawl.server.access.Doors;
import dev.pawl.server.problem.Refusal;
import dev.pawl.server.web.Ids;
import java.text.Normalizer;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** How names, words and tags of flows may be. */
final class FlowWords {

  static final int LONGEST_NAME = 200;
  static final int LONGEST_DESCRIPTION = 10_000;
  static final int MOST_TAGS = 50;

  private static final String CODE_RULE =
      "a code has 1 to "
          + VersionKey.MAX_FLOW_NAME
          + " letters a-z, digits and . _ - and begins with a letter or digit; it does not look"
          + " like an id, and is none of ";

  private static final Pattern CODE = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]*");

  /** What stands where a code would stand in an address. */
  private static final Set<String> RESERVED =
      Doors.names().stream()
          .map(door -> door.substring(door.indexOf(' ') + 1).split("/"))
          .filter(parts -> parts.length > 3 && parts[1].equals("api") && parts[2].equals("flows"))
          .map(parts -> parts[3])
          .filter(part -> !part.startsWith("{"))
          .collect(Collectors.toCollection(TreeSet::new));

  private static final int LONGEST_STEM = 100;

  private static final Pattern WORD = Pattern.compile("[\\p{L}\\p{N}_.:/-]{1,50}");

  private FlowWords() {}

  static String code(String code) {
    if (!isCode(code)) {
      throw Refusal.refused("bad-code", CODE_RULE + String.join(", ", RESERVED));
    }
    return code;
  }

  private static boolean isCode(String code) {
    return code.length() <= VersionKey.MAX_FLOW_NAME
        && CODE.matcher(code).matches()
        && Ids.parse(code).isEmpty()
        && !RESERVED.contains(code);
  }

  /** A code made from a name, or from an id where a name has no letters that a code may have. */
  static String codeOf(@Nullable String name, UUID id) {
    String plain =
        Normalizer.normalize(name == null ? "" : name, Normalizer.Form.NFKD)
            .toLowerCase(Locale.ROOT)
            .replaceAll("\\p{M}+", "")
            .replaceAll("[^a-z0-9]+", "-")
            .replaceAll("^-|-$", "");
    String stem = plain.substring(0, Math.min(plain.length(), LONGEST_STEM));
    return isCode(stem) ? stem : "flow-" + id;
  }

  static String name(String name) {
    if (name.isBlank() || name.length() > LONGEST_NAME || isUnprintable(name)) {
      throw Refusal.refused(
          "bad-name", "a name has 1 to " + LONGEST_NAME + " printable characters; shorten it");
    }
    return name;
  }

  static String description(String text) {
    if (text.length() > LONGEST_DESCRIPTION) {
      throw Refusal.refused(
          "bad-description",
          "a description or note has at most "
              + LONGEST_DESCRIPTION
              + " characters, but this one has "
              + text.length()
              + "; shorten it");
    }
    NameLimit.unstorable("a description or note", text)
        .ifPresent(
            why -> {
              throw Refusal.refused("bad-description", why);
            });
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
    return text.codePoints()
        .anyMatch(c -> Character.isISOControl(c) || Character.getType(c) == Character.SURROGATE);
  }
}
