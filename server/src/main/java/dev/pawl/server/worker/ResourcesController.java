package dev.pawl.server.worker;

import dev.pawl.server.access.Caller;
import dev.pawl.server.web.Listing;
import dev.pawl.server.web.Paging;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** What Tasks can name, and who serves it. */
@RestController
public final class ResourcesController {

  private final Presence presence;

  ResourcesController(Presence presence) {
    this.presence = presence;
  }

  /**
   * A resource that somebody serves.
   *
   * @param source what serves it: {@code worker}
   */
  record ResourceView(String resource, String source, List<WorkerView> workers) {}

  record WorkerView(String name, Instant seenAt) {}

  @GetMapping("/api/flows/resources")
  Listing<ResourceView> resources(
      Caller caller,
      @RequestParam(defaultValue = "") String after,
      @RequestParam(defaultValue = "50") int limit) {
    return Listing.part(all(caller), after, Paging.checked(limit), ResourceView::resource);
  }

  private List<ResourceView> all(Caller caller) {
    Map<String, List<WorkerView>> served = new LinkedHashMap<>();
    for (Presence.Seen seen : presence.list(caller.tenant())) {
      served
          .computeIfAbsent(seen.resource(), resource -> new ArrayList<>())
          .add(new WorkerView(seen.name(), seen.at()));
    }
    return served.entrySet().stream()
        .map(entry -> new ResourceView(entry.getKey(), "worker", entry.getValue()))
        .toList();
  }
}
