package dev.pawl.triggers.binding;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * The bindings of one tenant in memory; immutable. Finding those of an event takes eight look-ups
 * for its type and, where bindings with wildcards exist, eight for each prefix of the type.
 */
public final class BindingTable {

  private record Key(
      String type, Optional<String> client, Optional<String> lob, Optional<String> product) {}

  private final Map<Key, List<CompiledBinding>> byKey = new HashMap<>();
  private final Map<UUID, CompiledBinding> byId = new HashMap<>();
  private final boolean hasWildcards;

  /** Creates a table; bindings that are switched off are found by their id only. */
  public BindingTable(Collection<CompiledBinding> bindings) {
    boolean wildcards = false;
    for (CompiledBinding one : bindings) {
      byId.put(one.binding().id(), one);
      if (one.rule().enabled()) {
        wildcards |= one.rule().eventType().endsWith(".*");
        Key key =
            new Key(
                one.rule().eventType(),
                one.rule().clientId(),
                one.rule().lobId(),
                one.rule().productId());
        byKey.computeIfAbsent(key, none -> new ArrayList<>()).add(one);
      }
    }
    this.hasWildcards = wildcards;
  }

  public Optional<CompiledBinding> find(UUID id) {
    return Optional.ofNullable(byId.get(id));
  }

  public int size() {
    return byId.size();
  }

  /** Returns the bindings whose type and scope match an event, in the order of their turns. */
  public List<CompiledBinding> matching(DomainEvent event) {
    List<CompiledBinding> found = new ArrayList<>();
    collect(event.type(), event, found);
    if (hasWildcards) {
      for (int dot = event.type().indexOf('.');
          dot >= 0;
          dot = event.type().indexOf('.', dot + 1)) {
        collect(event.type().substring(0, dot) + ".*", event, found);
      }
    }
    found.sort(CompiledBinding.ORDER);
    return found;
  }

  /**
   * Returns the bindings of a type of events, whatever their scope, in the order of their turns;
   * also those that are switched off.
   */
  public List<CompiledBinding> ofType(String type) {
    return byId.values().stream()
        .filter(one -> isOfType(one.rule().eventType(), type))
        .sorted(CompiledBinding.ORDER)
        .toList();
  }

  private static boolean isOfType(String pattern, String type) {
    return pattern.endsWith(".*")
        ? type.startsWith(pattern.substring(0, pattern.length() - 1))
        : pattern.equals(type);
  }

  private void collect(String type, DomainEvent event, List<CompiledBinding> found) {
    for (Optional<String> client : orAny(event.clientId())) {
      for (Optional<String> lob : orAny(event.lobId())) {
        for (Optional<String> product : orAny(event.productId())) {
          found.addAll(byKey.getOrDefault(new Key(type, client, lob, product), List.of()));
        }
      }
    }
  }

  private static List<Optional<String>> orAny(Optional<String> id) {
    return id.isPresent() ? List.of(id, Optional.empty()) : List.of(Optional.empty());
  }
}
