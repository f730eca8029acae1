package dev.pawl.server.access;

import dev.pawl.server.problem.ApiException;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The flows and resources that a key is limited to. A pattern is a name, or a prefix followed by a
 * star.
 *
 * @param flows patterns of codes of flows; empty for no limit
 * @param resources patterns of resources that a worker may poll for; empty for no limit
 */
public record KeyScope(Optional<List<String>> flows, Optional<List<String>> resources) {

  public static final KeyScope ALL = new KeyScope(Optional.empty(), Optional.empty());

  private static final int MAX_PATTERNS = 100;
  private static final Pattern FORM = Pattern.compile("[^*\\x00-\\x1f\\x7f-\\x9f]{0,200}\\*?");

  public KeyScope {
    flows = flows.map(List::copyOf);
    resources = resources.map(List::copyOf);
  }

  /** Checks and returns the scope that a request asks for. */
  static KeyScope require(@Nullable List<String> flows, @Nullable List<String> resources) {
    return new KeyScope(
        Optional.ofNullable(flows).map(KeyScope::requirePatterns),
        Optional.ofNullable(resources).map(KeyScope::requirePatterns));
  }

  private static List<String> requirePatterns(List<String> patterns) {
    boolean usable =
        !patterns.isEmpty()
            && patterns.size() <= MAX_PATTERNS
            && patterns.stream()
                .allMatch(one -> one != null && !one.isEmpty() && FORM.matcher(one).matches());
    if (!usable) {
      throw ApiException.refused(
          "bad-scope",
          "give 1 to %d names, or prefixes of names that end in *; omit the field for no limit"
              .formatted(MAX_PATTERNS));
    }
    return patterns;
  }

  public boolean isLimitedToFlows() {
    return flows.isPresent();
  }

  public boolean hasFlow(String code) {
    return flows.isEmpty() || fits(flows.get(), code);
  }

  public boolean hasResource(String resource) {
    return resources.isEmpty() || fits(resources.get(), resource);
  }

  private static boolean fits(List<String> patterns, String name) {
    return patterns.stream()
        .anyMatch(
            one ->
                one.endsWith("*")
                    ? name.startsWith(one.substring(0, one.length() - 1))
                    : name.equals(one));
  }
}
