package dev.pawl.server.access;

import dev.pawl.server.problem.Refusal;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What a key is limited to, besides its roles. A pattern is a name, or the beginning of names and a
 * star.
 *
 * @param flows codes of flows; empty for all of them
 * @param resources what a worker may ask for; empty for all of them
 */
public record Scope(Optional<List<String>> flows, Optional<List<String>> resources) {

  public static final Scope ALL = new Scope(Optional.empty(), Optional.empty());

  private static final int MOST = 100;
  private static final Pattern FORM = Pattern.compile("[^*\\x00-\\x1f\\x7f-\\x9f]{0,200}\\*?");

  public Scope {
    flows = flows.map(List::copyOf);
    resources = resources.map(List::copyOf);
  }

  /** As somebody wrote it. */
  static Scope asked(@Nullable List<String> flows, @Nullable List<String> resources) {
    return new Scope(
        Optional.ofNullable(flows).map(Scope::checked),
        Optional.ofNullable(resources).map(Scope::checked));
  }

  private static List<String> checked(List<String> patterns) {
    boolean usable =
        !patterns.isEmpty()
            && patterns.size() <= MOST
            && patterns.stream()
                .allMatch(one -> one != null && !one.isEmpty() && FORM.matcher(one).matches());
    if (!usable) {
      throw Refusal.refused(
          "bad-scope",
          "a key is limited to 1 to %d names, or beginnings of names with a * behind; leave it out for no limit"
              .formatted(MOST));
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
