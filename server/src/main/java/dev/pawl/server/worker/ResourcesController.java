package dev.pawl.server.worker;

import dev.pawl.engine.run.BuiltInHandlers;
import dev.pawl.postgres.worker.WaitingTasks;
import dev.pawl.postgres.worker.WaitingTasks.WaitingCount;
import dev.pawl.postgres.worker.WorkerPresence.PresentWorker;
import dev.pawl.sdk.HandlerDescriptor;
import dev.pawl.sdk.HandlerDescriptor.EffectScope;
import dev.pawl.sdk.HandlerDescriptor.HandlerError;
import dev.pawl.server.access.Caller;
import dev.pawl.server.access.FlowScope;
import dev.pawl.server.access.Permission;
import dev.pawl.server.access.RequiresPermission;
import dev.pawl.server.problem.ApiException;
import dev.pawl.server.web.Listing;
import dev.pawl.server.web.Paging;
import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Endpoints that list resources with their workers and store their descriptions. */
@RestController
public final class ResourcesController {

  private final BuiltInHandlers builtIn;
  private final Presence presence;
  private final Descriptors descriptors;
  private final WaitingTasks tasks;
  private final ResourceUses uses;

  ResourcesController(
      BuiltInHandlers builtIn,
      Presence presence,
      Descriptors descriptors,
      WaitingTasks tasks,
      ResourceUses uses) {
    this.builtIn = builtIn;
    this.presence = presence;
    this.descriptors = descriptors;
    this.tasks = tasks;
    this.uses = uses;
  }

  /** A resource that Tasks can name. */
  record ResourceView(
      @Schema(description = "Name of the resource.", example = "charge") String resource,
      @Schema(
              description =
                  "What serves it: worker, builtin for the server itself, or none if tasks wait and"
                      + " no worker has asked for them recently.",
              allowableValues = {"builtin", "worker", "none"},
              example = "worker")
          String source,
      @Schema(
              description = "Name of the resource that this is another name of.",
              example = "EMAIL_ALERT")
          @Nullable String aliasOf,
      @Schema(description = "Workers that asked for its tasks recently.") List<WorkerView> workers,
      @Schema(description = "Description of the handler, or that of the workers if they gave one.")
          @Nullable Descriptor descriptor,
      @Schema(description = "Errors that a built-in handler fails with, for Retry and Catch.")
          List<ErrorView> errors,
      @Schema(description = "Where the effects of a built-in handler happen.", example = "EXTERNAL")
          @Nullable EffectScope effect,
      @Schema(
              description =
                  "Maximum duration of a call of a built-in handler whose state sets none.",
              example = "30")
          @Nullable Long timeoutSeconds,
      @Schema(
              description =
                  "Number of tasks that wait for a worker; of a tenant with very many, 20,000 are"
                      + " counted.",
              example = "17")
          int waiting,
      @Schema(description = "Time at which the oldest of them was offered; absent if none waits.")
          @Nullable Instant waitingSince) {

    static ResourceView ofWorkers(
        String resource,
        List<WorkerView> workers,
        @Nullable Descriptor descriptor,
        @Nullable WaitingCount waiting) {
      return new ResourceView(
          resource,
          workers.isEmpty() ? "none" : "worker",
          null,
          workers,
          descriptor,
          List.of(),
          null,
          null,
          waiting == null ? 0 : waiting.count(),
          waiting == null ? null : waiting.since());
    }

    static ResourceView ofHandler(
        String resource, Optional<String> aliasOf, HandlerDescriptor described) {
      return new ResourceView(
          resource,
          "builtin",
          aliasOf.orElse(null),
          List.of(),
          Descriptor.of(described),
          described.errors().stream().map(ErrorView::of).toList(),
          described.effect(),
          described.timeout().map(Duration::toSeconds).orElse(null),
          0,
          null);
    }
  }

  /** A named error of a handler. */
  record ErrorView(
      @Schema(description = "Name of the error.", example = "Http5xx") String name,
      @Schema(description = "When it happens.", example = "The server has a problem.")
          String description,
      @Schema(description = "True if another attempt may succeed.") boolean retryable) {

    static ErrorView of(HandlerError error) {
      return new ErrorView(error.name(), error.description(), error.retryable());
    }
  }

  /** A worker of a resource. */
  record WorkerView(
      @Schema(description = "Name of the worker.", example = "mailer-1") String name,
      @Schema(description = "Time of its last poll.") Instant seenAt) {}

  @GetMapping("/api/flows/resources")
  @RequiresPermission(
      value = Permission.READ,
      summary = "Lists the resources that Tasks can name, who serves them and their descriptions.",
      flowScope = FlowScope.NO_FLOW)
  Listing<ResourceView> resources(
      Caller caller,
      @RequestParam(defaultValue = "") String after,
      @RequestParam(defaultValue = "50") @Min(1) @Max(Paging.MAX_LIMIT) int limit) {
    Map<String, WaitingCount> waiting = tasks.byResource(caller.tenant());
    Map<String, List<WorkerView>> served = served(caller);
    waiting.keySet().forEach(resource -> served.putIfAbsent(resource, List.of()));
    Listing<String> page =
        Listing.part(List.copyOf(served.keySet()), after, limit, resource -> resource);
    Map<String, Descriptor> byResource = descriptors.of(caller.tenant(), page.items());
    return new Listing<>(
        page.items().stream()
            .map(
                resource ->
                    builtIn
                        .handler(resource)
                        .map(
                            handler ->
                                ResourceView.ofHandler(
                                    resource, builtIn.aliasedName(resource), handler.descriptor()))
                        .orElseGet(
                            () ->
                                ResourceView.ofWorkers(
                                    resource,
                                    served.getOrDefault(resource, List.of()),
                                    byResource.get(resource),
                                    waiting.get(resource))))
            .toList(),
        page.next());
  }

  private Map<String, List<WorkerView>> served(Caller caller) {
    Map<String, List<WorkerView>> served = new TreeMap<>();
    builtIn.handlers().keySet().forEach(resource -> served.put(resource, List.of()));
    for (PresentWorker seen : presence.list(caller.tenant())) {
      served
          .computeIfAbsent(seen.resource(), resource -> new ArrayList<>())
          .add(new WorkerView(seen.name(), seen.seenAt()));
    }
    return served;
  }

  /** A use of a resource by the active version of a flow. */
  record ResourceUseView(
      @Schema(description = "Name of the resource.", example = "charge") String resource,
      @Schema(description = "Code of the flow.", example = "order-saga") String flow,
      @Schema(description = "Name of the flow.", example = "Order saga") String flowName,
      @Schema(description = "Active version of the flow.", example = "3") int version,
      @Schema(description = "Names of the states that use it.", example = "[\"Charge card\"]")
          List<String> states) {

    static ResourceUseView of(ResourceUses.UseByFlow use) {
      return new ResourceUseView(
          use.resource(), use.flow().code(), use.flow().name(), use.flow().version(), use.states());
    }
  }

  @GetMapping("/api/flows/resources/uses")
  @RequiresPermission(
      value = Permission.READ,
      summary = "Lists the states of active versions of flows that use a resource.",
      flowScope = FlowScope.FILTERED)
  Listing<ResourceUseView> uses(
      Caller caller,
      @RequestParam(required = false) @Nullable String resource,
      @RequestParam(defaultValue = "") String after,
      @RequestParam(defaultValue = "50") @Min(1) @Max(Paging.MAX_LIMIT) int limit) {
    // Filtered before the page is cut: its cursor contains the code of a flow.
    return Listing.part(
        uses.of(caller.tenant()).stream()
            .filter(use -> caller.scope().hasFlow(use.flow().code()))
            .filter(use -> resource == null || use.resource().equals(resource))
            .map(ResourceUseView::of)
            .toList(),
        after,
        limit,
        use -> use.flow() + ' ' + use.resource());
  }

  /** Descriptions of the resources of a worker. */
  record DescribeRequest(
      @Schema(description = "The descriptions.")
          @NotNull
          @Size(min = 1, max = PollController.MAX_RESOURCES_PER_POLL)
          List<@Valid ResourceDescription> items) {}

  /** The description of one resource. */
  record ResourceDescription(
      @Schema(description = "Name of the resource.", example = "charge") @NotNull String resource,
      @Schema(description = "Its description.") @NotNull Descriptor descriptor) {}

  /** The result of describing resources. */
  record DescribeResult(
      @Schema(description = "Number of descriptions that were stored.", example = "2")
          int described) {}

  /** Stores descriptors; the latest one of a resource replaces the others. */
  @PostMapping("/api/workers/descriptors")
  @RequiresPermission(
      value = Permission.WORK,
      summary = "Stores the descriptions of a worker's resources for authors of flows.")
  DescribeResult describe(Caller caller, @Valid @RequestBody DescribeRequest body) {
    Map<String, Descriptor> byResource = new LinkedHashMap<>();
    for (ResourceDescription item : body.items()) {
      if (item.resource() == null || item.descriptor() == null) {
        throw ApiException.malformed("every item needs a resource and its descriptor");
      }
      PollController.requireServable(caller, item.resource(), builtIn);
      byResource.put(item.resource(), item.descriptor());
    }
    descriptors.save(caller.tenant(), byResource);
    return new DescribeResult(byResource.size());
  }
}
