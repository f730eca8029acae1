package dev.pawl.server.worker;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.pawl.engine.Failure;
import dev.pawl.engine.data.DataException;
import dev.pawl.engine.node.Node;
import dev.pawl.engine.node.external.Workers;
import dev.pawl.engine.run.BuiltInHandlers;
import dev.pawl.engine.store.Offers;
import dev.pawl.engine.store.UnavailableException;
import dev.pawl.model.NameLimit;
import dev.pawl.postgres.connection.SqlFault;
import dev.pawl.server.access.Caller;
import dev.pawl.server.access.Permission;
import dev.pawl.server.access.RequiresPermission;
import dev.pawl.server.problem.ApiException;
import dev.pawl.server.web.ApiJson;
import dev.pawl.server.web.OpenStreams;
import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/** Endpoint that assigns tasks to workers and waits for tasks if there are none. */
@RestController
public final class PollController {

  private static final int MAX_TASKS_PER_POLL = 100;
  static final int MAX_RESOURCES_PER_POLL = 100;
  private static final int MAX_WAIT_SECONDS = 30;
  private static final int DEFAULT_LEASE_SECONDS = 30;
  static final int MIN_LEASE_SECONDS = 5;
  static final int MAX_LEASE_SECONDS = 600;

  /** Interval of queries without a notification, in case one is lost. */
  private static final Duration POLL_INTERVAL = Duration.ofSeconds(1);

  /** Time after the requested wait at which a client is assumed to have given up. */
  private static final Duration CLIENT_TIMEOUT_MARGIN = Duration.ofSeconds(4);

  private final Node node;
  private final Workers workers;
  private final BuiltInHandlers builtIn;
  private final Presence presence;
  private final OpenStreams streams;
  private final ApiJson json;
  private final SecureRandom random = new SecureRandom();

  PollController(
      Node node,
      Workers workers,
      BuiltInHandlers builtIn,
      Presence presence,
      OpenStreams streams,
      ApiJson json) {
    this.node = node;
    this.workers = workers;
    this.builtIn = builtIn;
    this.presence = presence;
    this.streams = streams;
    this.json = json;
  }

  /** A request for tasks. */
  record PollRequest(
      @Schema(
              description = "Resources that the worker serves.",
              example = "[\"charge\", \"refund\"]")
          @NotNull
          @Size(min = 1, max = MAX_RESOURCES_PER_POLL)
          List<String> resources,
      @Schema(description = "Maximum number of tasks in the answer; 1 if absent.", example = "10")
          @Min(1)
          @Max(MAX_TASKS_PER_POLL)
          @Nullable Integer max,
      @Schema(description = "Seconds to wait for a first task; 0 if absent.", example = "30")
          @JsonProperty("wait")
          @Min(value = 0, message = "{pawl.seconds.min}")
          @Max(value = MAX_WAIT_SECONDS, message = "{pawl.seconds.max}")
          @Nullable Integer seconds,
      @Schema(
              description =
                  "Seconds for which the worker may be silent before another worker may receive the"
                      + " task; 30 if absent.",
              example = "60")
          @Min(value = MIN_LEASE_SECONDS, message = "{pawl.seconds.min}")
          @Max(value = MAX_LEASE_SECONDS, message = "{pawl.seconds.max}")
          @Nullable Integer lease,
      @Schema(description = "Name of the worker, for people.", example = "mailer-1")
          @Nullable String worker) {}

  @PostMapping("/api/workers/poll")
  @RequiresPermission(
      value = Permission.WORK,
      summary = "Assigns tasks to a worker, and waits for tasks if there are none.")
  @Nullable List<Assignment> poll(
      Caller caller, @Valid @RequestBody PollRequest asked, HttpServletResponse response)
      throws InterruptedException {
    List<String> resources = List.copyOf(asked.resources());
    resources.forEach(resource -> requireServable(caller, resource, builtIn));
    int max = Objects.requireNonNullElse(asked.max(), 1);
    int wait = Objects.requireNonNullElse(asked.seconds(), 0);
    int lease = Objects.requireNonNullElse(asked.lease(), DEFAULT_LEASE_SECONDS);
    String name = asked.worker() == null ? caller.name() : requireName(asked.worker());
    long deadline =
        System.nanoTime() + Duration.ofSeconds(wait).plus(CLIENT_TIMEOUT_MARGIN).toNanos();
    presence.record(caller.tenant(), name, resources);
    Offers.WorkerRef workerRef =
        new Offers.WorkerRef(name + " " + randomSuffix(), Duration.ofSeconds(lease));
    Workers.Request request = new Workers.Request(caller.tenant(), resources, max, workerRef);
    WaitingClient client = new WaitingClient(response, json);
    List<Offers.LeasedOffer> taken = lease(request);
    if (taken.isEmpty() && wait > 0) {
      taken = await(Duration.ofSeconds(wait), request, client);
    }
    if (System.nanoTime() > deadline) {
      // The client has given up by now, so other workers get the tasks.
      release(taken, workerRef);
      taken = List.of();
    }
    answer(client, taken, workerRef);
    return null; // the response has been written
  }

  /** Writes the response; releases the tasks if it cannot be written. */
  private void answer(
      WaitingClient client, List<Offers.LeasedOffer> taken, Offers.WorkerRef workerRef) {
    boolean isSent = false;
    try {
      isSent = client.answer(assigned(taken, workerRef));
    } finally {
      if (!isSent) {
        release(taken, workerRef);
      }
    }
  }

  /** Returns the tasks with their settings; fails those that need a secret that does not exist. */
  private List<Assignment> assigned(List<Offers.LeasedOffer> taken, Offers.WorkerRef workerRef) {
    List<Assignment> assigned = new ArrayList<>(taken.size());
    for (Offers.LeasedOffer one : taken) {
      try {
        assigned.add(Assignment.of(one, workerRef, node.callEnvironment()));
      } catch (DataException missing) {
        Failure failure = Failure.of(missing.error(), String.valueOf(missing.getMessage()));
        workers.complete(
            new Offers.TaskLease(one.offer().key(), workerRef),
            new Workers.WorkOutcome.Failed(failure));
      }
    }
    return assigned;
  }

  private void release(List<Offers.LeasedOffer> taken, Offers.WorkerRef workerRef) {
    workers.release(
        taken.stream().map(one -> new Offers.TaskLease(one.offer().key(), workerRef)).toList());
  }

  private List<Offers.LeasedOffer> lease(Workers.Request request) {
    if (!streams.areOpen()) {
      // A stopping server may not be able to deliver its response.
      return List.of();
    }
    try {
      return workers.take(request);
    } catch (UnavailableException unheard) {
      if (SqlFault.isInDoubt(unheard)) {
        // Tasks may have been leased although the result was lost; they must not wait for expiry.
        workers.releaseAll(request.tenant(), request.workerRef());
      }
      throw unheard;
    }
  }

  private List<Offers.LeasedOffer> await(
      Duration atMost, Workers.Request request, WaitingClient client) throws InterruptedException {
    try (Offers.OfferSubscription subscription =
        workers.subscribe(request.tenant(), request.resources())) {
      return streams.await(
          request.tenant(),
          subscription::close,
          () -> await(subscription, atMost, request, client));
    } catch (UnavailableException trouble) {
      if (!client.isCommitted()) {
        throw trouble;
      }
      return List.of(); // the worker polls again and then receives the error
    }
  }

  private List<Offers.LeasedOffer> await(
      Offers.OfferSubscription subscription,
      Duration atMost,
      Workers.Request request,
      WaitingClient client)
      throws InterruptedException {
    long end = System.nanoTime() + atMost.toNanos();
    // Finds tasks that were offered before the subscription began.
    List<Offers.LeasedOffer> taken = lease(request);
    while (taken.isEmpty()) {
      Duration left = Duration.ofNanos(end - System.nanoTime());
      // Waiting polls must not delay a shutdown.
      if (left.isNegative() || left.isZero() || !streams.areOpen()) {
        break;
      }
      subscription.await(left.compareTo(POLL_INTERVAL) < 0 ? left : POLL_INTERVAL);
      if (!client.isConnected()) {
        break;
      }
      taken = lease(request);
    }
    return taken;
  }

  /**
   * Verifies that the caller may serve a resource.
   *
   * @throws ApiException if it may not, or if the name is invalid or that of a built-in resource
   */
  static void requireServable(Caller caller, String resource, BuiltInHandlers builtIn) {
    requireNoProblem(NameLimit.RESOURCE.problem(resource));
    if (builtIn.has(resource)) {
      throw ApiException.refused(
          "built-in-resource",
          "'%s' is served by the server itself and never given to a worker; use another name"
              .formatted(resource));
    }
    if (!caller.scope().hasResource(resource)) {
      throw ApiException.forbidden("this key may not serve the resource '" + resource + "'");
    }
  }

  private static String requireName(String worker) {
    requireNoProblem(NameLimit.WORKER.problem(worker));
    return worker;
  }

  private static void requireNoProblem(Optional<String> problem) {
    problem.ifPresent(
        why -> {
          throw ApiException.malformed(why);
        });
  }

  private String randomSuffix() {
    byte[] bytes = new byte[12];
    random.nextBytes(bytes);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }
}
