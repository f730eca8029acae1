package dev.pawl.server.worker;

import dev.pawl.engine.store.TenantId;
import dev.pawl.engine.store.VersionKey;
import dev.pawl.model.FlowReferences;
import dev.pawl.model.FlowReferences.ResourceUse;
import dev.pawl.model.definition.Definitions;
import dev.pawl.postgres.flow.ActiveFlows;
import dev.pawl.postgres.flow.ActiveFlows.ActiveFlow;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/** Finds the states of active versions that name a resource. */
final class ResourceUses {

  private static final int MAX_CACHED_VERSIONS = 10_000;

  private final ActiveFlows flows;

  /** States by resource, cached without expiry because versions never change. */
  private final Map<VersionKey, Map<String, List<String>>> cache = new ConcurrentHashMap<>();

  ResourceUses(ActiveFlows flows) {
    this.flows = flows;
  }

  /** The states of the active version of a flow that name a resource. */
  record UseByFlow(String resource, ActiveFlow flow, List<String> states) {}

  /** Returns all uses in a tenant, by flow and resource. */
  List<UseByFlow> of(TenantId tenant) {
    List<UseByFlow> found = new ArrayList<>();
    for (ActiveFlow flow : flows.list(tenant)) {
      statesByResource(new VersionKey(tenant, flow.code(), flow.version()))
          .forEach((resource, states) -> found.add(new UseByFlow(resource, flow, states)));
    }
    return found;
  }

  private Map<String, List<String>> statesByResource(VersionKey version) {
    Map<String, List<String>> known = cache.get(version);
    if (known == null) {
      known = flows.document(version).map(ResourceUses::read).orElse(Map.of());
      if (cache.size() >= MAX_CACHED_VERSIONS) {
        cache.clear();
      }
      cache.put(version, known);
    }
    return known;
  }

  private static Map<String, List<String>> read(String definition) {
    Map<String, List<String>> found = new TreeMap<>();
    Definitions.readPublished(definition)
        .flow()
        .map(flow -> FlowReferences.of(flow).resources())
        .orElse(List.of())
        .stream()
        .filter(use -> use.call().isEmpty())
        .forEach(use -> add(found, use));
    return found;
  }

  private static void add(Map<String, List<String>> found, ResourceUse use) {
    List<String> states = found.computeIfAbsent(use.resource(), any -> new ArrayList<>());
    if (!states.contains(use.state().name())) {
      states.add(use.state().name());
    }
  }
}
