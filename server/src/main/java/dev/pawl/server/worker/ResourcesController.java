package dev.pawl.server.worker;

import dev.pawl.engine.run.BuiltInHandlers;
import dev.pawl.server.access.Caller;
import dev.pawl.server.problem.Refusal;
import dev.pawl.server.web.Listing;
import dev.pawl.server.web.Needed;
import dev.pawl.server.web.Paging;
import dev.pawl.server.web.Within;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** What Tasks can name, who serves it, and what they say of it. */
@RestController
public final class ResourcesController {

  private final Presence presence;
  private final Descriptors descriptors;

  ResourcesController(Presence presence, Descriptors descriptors) {
    this.presence = presence;
    this.descriptors = descriptors;
  }

  /**
   * A resource that somebody serves.
   *
   * @param source what serves it: {@code worker}, or {@code built-in} for the server itself
   * @param descriptor what those who serve it say of it, if they do
   */
  record ResourceView(
      String resource, String source, List<WorkerView> workers, @Nullable Descriptor descriptor) {}

  record WorkerView(String name, Instant seenAt) {}

  @GetMapping("/api/flows/resources")
  Listing<ResourceView> resources(
      Caller caller,
      @RequestParam(defaultValue = "") String after,
      @RequestParam(defaultValue = "50") @Within(least = 1, most = Paging.MOST) int limit) {
    Map<String, List<WorkerView>> served = served(caller);
    Listing<String> page =
        Listing.part(
            List.copyOf(served.keySet()), after, Paging.checked(limit), resource -> resource);
    Map<String, Descriptor> told = descriptors.of(caller.tenant(), page.items());
    return new Listing<>(
        page.items().stream()
            .map(
                resource ->
                    new ResourceView(
                        resource,
                        BuiltInHandlers.has(resource) ? "built-in" : "worker",
                        served.getOrDefault(resource, List.of()),
                        told.get(resource)))
            .toList(),
        page.next());
  }

  private Map<String, List<WorkerView>> served(Caller caller) {
    Map<String, List<WorkerView>> served = new TreeMap<>();
    BuiltInHandlers.names().forEach(resource -> served.put(resource, List.of()));
    for (Presence.Seen seen : presence.list(caller.tenant())) {
      served
          .computeIfAbsent(seen.resource(), resource -> new ArrayList<>())
          .add(new WorkerView(seen.name(), seen.at()));
    }
    return served;
  }

  /** What a worker says of the resources that it serves. */
  record Descriptions(@Needed @Nullable List<Description> items) {}

  record Description(@Needed @Nullable String resource, @Needed @Nullable Descriptor descriptor) {}

  /** How many descriptors were taken. */
  record Described(int described) {}

  /** Tells descriptors; who says it last is right. */
  @PostMapping("/api/workers/descriptors")
  Described describe(Caller caller, @RequestBody Descriptions body) {
    List<Description> items = body.items() == null ? List.of() : body.items();
    if (items.isEmpty() || items.size() > PollController.MOST_RESOURCES) {
      throw Refusal.malformed(
          "items has the descriptors of 1 to %d resources"
              .formatted(PollController.MOST_RESOURCES));
    }
    Map<String, Descriptor> told = new LinkedHashMap<>();
    for (Description item : items) {
      if (item.resource() == null || item.descriptor() == null) {
        throw Refusal.malformed("every item has a resource and its descriptor");
      }
      PollController.mayServe(caller, item.resource());
      told.put(item.resource(), item.descriptor());
    }
    descriptors.tell(caller.tenant(), told);
    return new Described(told.size());
  }
}
