package dev.pawl.server.flow;

import dev.pawl.engine.store.VersionKey;
import dev.pawl.model.NameLimit;
import dev.pawl.server.problem.ApiException;
import dev.pawl.server.web.IdParameters;
import java.text.Normalizer;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Validates codes, names, descriptions, words and tags of flows. */
final class FlowNameRules {

  static final int MAX_NAME_LENGTH = 200;
  static final int MAX_DESCRIPTION_LENGTH = 10_000;
  static final int MAX_TAGS = 50;

  private static final String CODE_RULE =
      "code: must have 1 to "
          + VersionKey.MAX_FLOW_NAME
          + " letters A-Z and a-z, digits and . _ - and begin with a letter or digit; it must not"
          + " look like a UUID, nor be one of ";

  private static final Pattern CODE = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]*");

  /** Codes that clash with API paths below /api/flows; a test compares them with the endpoints. */
  static final Set<String> RESERVED =
      new TreeSet<>(Set.of("activity", "bulk", "executions", "resources", "summary", "validate"));

  private static final int MAX_STEM_LENGTH = 100;
  private static final int MAX_SHOWN_LENGTH = 60;

  private static final Pattern WORD = Pattern.compile("[\\p{L}\\p{N}_.:/-]{1,50}");

  private FlowNameRules() {}

  static String requireCode(String code) {
    if (!isCode(code)) {
      throw ApiException.refused("bad-code", CODE_RULE + String.join(", ", RESERVED));
    }
    return code;
  }

  /**
   * Validates the characters of a code that names an existing flow, and returns it.
   *
   * @throws ApiException if no flow can have this code
   */
  static String requireCodeText(String field, String code) {
    if (code.length() > VersionKey.MAX_FLOW_NAME || !CODE.matcher(code).matches()) {
      throw ApiException.refused(
          "bad-code",
          "%s: '%s' is not the code of a flow; codes match %s and have at most %d characters"
              .formatted(
                  field,
                  code.substring(0, Math.min(code.length(), MAX_SHOWN_LENGTH))
                      .replaceAll("\\p{Cntrl}", "?"),
                  CODE,
                  VersionKey.MAX_FLOW_NAME));
    }
    return code;
  }

  private static boolean isCode(String code) {
    return code.length() <= VersionKey.MAX_FLOW_NAME
        && CODE.matcher(code).matches()
        && IdParameters.parse(code).isEmpty()
        && !RESERVED.contains(code);
  }

  /** Derives a code from a name, or from the id if the name yields no valid code. */
  static String codeOf(@Nullable String name, UUID id) {
    String plain =
        Normalizer.normalize(name == null ? "" : name, Normalizer.Form.NFKD)
            .toLowerCase(Locale.ROOT)
            .replaceAll("\\p{M}+", "")
            .replaceAll("[^a-z0-9]+", "-")
            .replaceAll("^-|-$", "");
    String stem = plain.substring(0, Math.min(plain.length(), MAX_STEM_LENGTH));
    return isCode(stem) ? stem : "flow-" + id;
  }

  static String requireName(String name) {
    if (name.isBlank() || name.length() > MAX_NAME_LENGTH || isUnprintable(name)) {
      throw ApiException.refused(
          "bad-name", "a name has 1 to " + MAX_NAME_LENGTH + " printable characters; shorten it");
    }
    return name;
  }

  static String requireDescription(String text) {
    if (text.length() > MAX_DESCRIPTION_LENGTH) {
      throw ApiException.refused(
          "bad-description",
          "a description or note has at most "
              + MAX_DESCRIPTION_LENGTH
              + " characters, but this one has "
              + text.length()
              + "; shorten it");
    }
    NameLimit.unstorable("a description or note", text)
        .ifPresent(
            why -> {
              throw ApiException.refused("bad-description", why);
            });
    return text;
  }

  /**
   * Validates a type, category or tag and returns it; an empty text means that there is none.
   *
   * @throws ApiException if the text is not empty and not a valid word
   */
  static String requireWord(String what, String text) {
    if (!text.isEmpty() && !WORD.matcher(text).matches()) {
      throw ApiException.refused(
          "bad-" + what,
          "a "
              + what
              + " is one word of at most 50 letters, digits and _ . : / -, not '"
              + text.substring(0, Math.min(text.length(), 60))
              + "'");
    }
    return text;
  }

  static List<String> requireTags(List<String> tags) {
    if (tags.size() > MAX_TAGS) {
      throw ApiException.refused(
          "too-many-tags", "tags: a flow may have at most " + MAX_TAGS + " tags; remove some");
    }
    for (String tag : tags) {
      if (tag.isEmpty()) {
        throw ApiException.refused("bad-tag", "tags: a tag needs at least one letter or digit");
      }
      requireWord("tag", tag);
    }
    if (new HashSet<>(tags).size() < tags.size()) {
      throw ApiException.refused("bad-tag", "tags: each tag may occur only once");
    }
    return tags;
  }

  private static boolean isUnprintable(String text) {
    return text.codePoints()
        .anyMatch(c -> Character.isISOControl(c) || Character.getType(c) == Character.SURROGATE);
  }
}
