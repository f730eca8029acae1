package dev.pawl.server.worker;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.pawl.engine.node.Workers;
import dev.pawl.engine.run.BuiltInHandlers;
import dev.pawl.engine.store.Offers;
import dev.pawl.engine.store.UnavailableException;
import dev.pawl.model.NameLimit;
import dev.pawl.postgres.connection.Fault;
import dev.pawl.server.access.Caller;
import dev.pawl.server.problem.Refusal;
import dev.pawl.server.web.ApiJson;
import dev.pawl.server.web.Needed;
import dev.pawl.server.web.Streams;
import dev.pawl.server.web.Within;
import jakarta.servlet.http.HttpServletResponse;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/** Workers ask for work, and wait a while if there is none. */
@RestController
public final class PollController {

  private static final int MOST_AT_ONCE = 100;
  static final int MOST_RESOURCES = 100;
  private static final int LONGEST_WAIT = 30;
  static final int SHORTEST_LEASE = 5;
  static final int LONGEST_LEASE = 600;

  /** How often to look although nobody told of anything. */
  private static final Duration LOOK = Duration.ofSeconds(1);

  /** A client gives up when it has waited for so much longer than it asked for. */
  private static final Duration CLIENT_PATIENCE = Duration.ofSeconds(4);

  private final Workers workers;
  private final Presence presence;
  private final Streams streams;
  private final ApiJson json;
  private final SecureRandom random = new SecureRandom();

  PollController(Workers workers, Presence presence, Streams streams, ApiJson json) {
    this.workers = workers;
    this.presence = presence;
    this.streams = streams;
    this.json = json;
  }

  /**
   * What a worker asks for.
   *
   * @param max how many at once
   * @param seconds how many to wait for the first
   * @param lease how many seconds it may be silent
   * @param worker how people know it
   */
  record Poll(
      @Needed @Nullable List<String> resources,
      @Within(least = 1, most = MOST_AT_ONCE) @Nullable Integer max,
      @JsonProperty("wait") @Within(least = 0, most = LONGEST_WAIT) @Nullable Integer seconds,
      @Within(least = SHORTEST_LEASE, most = LONGEST_LEASE) @Nullable Integer lease,
      @Nullable String worker) {}

  @PostMapping("/api/workers/poll")
  @Nullable List<Assignment> poll(
      Caller caller, @RequestBody Poll asked, HttpServletResponse response)
      throws InterruptedException {
    List<String> resources = resources(asked);
    resources.forEach(resource -> mayServe(caller, resource));
    int max = between("max", asked.max(), 1, 1, MOST_AT_ONCE);
    int wait = between("wait", asked.seconds(), 0, 0, LONGEST_WAIT);
    int lease = between("lease", asked.lease(), 30, SHORTEST_LEASE, LONGEST_LEASE);
    String name = asked.worker() == null ? caller.name() : name(asked.worker());
    long deadline = System.nanoTime() + Duration.ofSeconds(wait).plus(CLIENT_PATIENCE).toNanos();
    presence.seen(caller.tenant(), name, resources);
    Offers.Taker taker = new Offers.Taker(name + " " + unique(), Duration.ofSeconds(lease));
    Workers.Request request = new Workers.Request(caller.tenant(), resources, max, taker);
    List<Offers.Taken> taken = take(request);
    if (!taken.isEmpty() || wait == 0) {
      return inTime(taken, taker, deadline);
    }
    WaitingClient client = new WaitingClient(response, json);
    try (Offers.Ear ear = workers.listen(caller.tenant(), resources)) {
      taken =
          streams.await(
              caller.tenant(),
              ear::close,
              () -> await(ear, Duration.ofSeconds(wait), request, client));
    } catch (UnavailableException trouble) {
      if (!client.hasBegun()) {
        throw trouble;
      }
      taken = List.of(); // the worker asks again, and hears of the trouble then
    }
    List<Assignment> assignments = inTime(taken, taker, deadline);
    if (!client.hasBegun()) {
      return assignments;
    }
    if (!client.answer(assignments)) {
      giveBack(taken, taker);
    }
    return null; // it is sent
  }

  /** What was taken, or nothing if the client has given up by now: others get it then. */
  private List<Assignment> inTime(List<Offers.Taken> taken, Offers.Taker taker, long deadline) {
    if (System.nanoTime() > deadline) {
      giveBack(taken, taker);
      return List.of();
    }
    return taken.stream().map(one -> Assignment.of(one, taker)).toList();
  }

  private void giveBack(List<Offers.Taken> taken, Offers.Taker taker) {
    workers.giveBack(taken.stream().map(one -> new Offers.Hold(one.offer().key(), taker)).toList());
  }

  private List<Offers.Taken> take(Workers.Request request) {
    if (!streams.areOpen()) {
      // Whoever asks a server that stops may not hear its answer: the work stays for others.
      return List.of();
    }
    try {
      return workers.take(request);
    } catch (UnavailableException unheard) {
      if (Fault.isInDoubt(unheard)) {
        // What was taken without anybody hearing of it must not lie idle until its time is over.
        workers.giveBackAll(request.tenant(), request.taker());
      }
      throw unheard;
    }
  }

  private List<Offers.Taken> await(
      Offers.Ear ear, Duration atMost, Workers.Request request, WaitingClient client)
      throws InterruptedException {
    long end = System.nanoTime() + atMost.toNanos();
    // What came before anybody listened is found at once.
    List<Offers.Taken> taken = take(request);
    while (taken.isEmpty()) {
      Duration left = Duration.ofNanos(end - System.nanoTime());
      // A server that stops must not wait for those who wait for work.
      if (left.isNegative() || left.isZero() || !streams.areOpen()) {
        break;
      }
      ear.await(left.compareTo(LOOK) < 0 ? left : LOOK);
      if (!client.isThere()) {
        break;
      }
      taken = take(request);
    }
    return taken;
  }

  private static List<String> resources(Poll asked) {
    List<String> resources = asked.resources() == null ? List.of() : asked.resources();
    if (resources.isEmpty() || resources.size() > MOST_RESOURCES) {
      throw Refusal.malformed(
          "resources names 1 to %d resources that this worker serves".formatted(MOST_RESOURCES));
    }
    return List.copyOf(resources);
  }

  /**
   * @throws Refusal if it does not, or no resource could have that name
   */
  static void mayServe(Caller caller, String resource) {
    malformed(NameLimit.RESOURCE.problem(resource));
    if (BuiltInHandlers.has(resource)) {
      throw Refusal.refused(
          "built-in-resource",
          "'%s' is served by the server itself and never given to a worker; use another name"
              .formatted(resource));
    }
    if (!caller.scope().hasResource(resource)) {
      throw Refusal.forbidden("this key may not do the work of '" + resource + "'");
    }
  }

  private static String name(String worker) {
    malformed(NameLimit.WORKER.problem(worker));
    return worker;
  }

  private static void malformed(Optional<String> problem) {
    problem.ifPresent(
        why -> {
          throw Refusal.malformed(why);
        });
  }

  private static int between(String name, @Nullable Integer given, int usual, int least, int most) {
    int value = given == null ? usual : given;
    if (value < least || value > most) {
      throw Refusal.malformed("%s is a number from %d to %d".formatted(name, least, most));
    }
    return value;
  }

  private String unique() {
    byte[] bytes = new byte[12];
    random.nextBytes(bytes);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }
}
