package dev.pawl.engine.node;

import dev.pawl.engine.Interpreter;
import dev.pawl.engine.MachinePath;
import dev.pawl.engine.store.Card;
import dev.pawl.engine.store.TenantId;
import dev.pawl.engine.store.VersionKey;
import dev.pawl.engine.store.Versions;
import dev.pawl.model.Flow;
import dev.pawl.model.definition.Definitions;
import dev.pawl.model.definition.Reading;
import dev.pawl.model.finding.Finding;
import java.lang.System.Logger.Level;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.SoftReference;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The flows that a node has read. A version never changes, so it is read once; which one is current
 * is asked again before long.
 */
final class Flows {

  private static final System.Logger LOG = System.getLogger(Flows.class.getName());

  private static final long STAYS_CURRENT = Duration.ofMillis(500).toNanos();

  private final Versions versions;
  private final RuntimeClock clock;

  /** Only until memory gets short: whoever runs a flow holds on to it, and gets the same again. */
  private final Map<Part, Kept> read = new ConcurrentHashMap<>();

  private final ReferenceQueue<Interpreter> forgotten = new ReferenceQueue<>();
  private final Map<Name, Current> current = new ConcurrentHashMap<>();

  /** A version, or a part of one: the items of a distributed Map run that alone. */
  private record Part(VersionKey version, Optional<String> machine) {}

  private static final class Kept extends SoftReference<Interpreter> {
    private final Part part;

    Kept(Part part, Interpreter interpreter, ReferenceQueue<Interpreter> forgotten) {
      super(interpreter, forgotten);
      this.part = part;
    }
  }

  private record Name(TenantId tenant, String flow) {}

  private record Current(VersionKey version, long since) {}

  Flows(Versions versions, RuntimeClock clock) {
    this.versions = versions;
    this.clock = clock;
  }

  /**
   * @throws IncidentException if the version is not there or cannot be read
   */
  Interpreter interpreter(Card card) {
    return interpreter(card.version(), card.machine());
  }

  Interpreter interpreter(VersionKey version, Optional<String> machine) {
    Part part = new Part(version, machine);
    Interpreter known = known(part);
    if (known != null) {
      return known;
    }
    tidy();
    Interpreter mine = new Interpreter(flow(part));
    while (true) {
      // Machines are found in a flow by identity, so everyone must have the same one.
      Kept first = read.putIfAbsent(part, new Kept(part, mine, forgotten));
      Interpreter theirs = first == null ? mine : first.get();
      if (theirs != null) {
        return theirs;
      }
      read.remove(part, first);
    }
  }

  private @Nullable Interpreter known(Part part) {
    Kept kept = read.get(part);
    return kept == null ? null : kept.get();
  }

  private void tidy() {
    for (Object gone = forgotten.poll(); gone != null; gone = forgotten.poll()) {
      Kept kept = (Kept) gone;
      read.remove(kept.part, kept);
    }
  }

  /** What a start takes that names no version; what changed on another node may take a moment. */
  Optional<VersionKey> current(TenantId tenant, String flow) {
    if (!VersionKey.isFlowName(flow)) {
      return Optional.empty();
    }
    Name name = new Name(tenant, flow);
    Current known = current.get(name);
    if (known != null && clock.nanos() - known.since() < STAYS_CURRENT) {
      return Optional.of(known.version());
    }
    Optional<VersionKey> found = versions.current(tenant, flow);
    found.ifPresent(version -> current.put(name, new Current(version, clock.nanos())));
    return found;
  }

  /**
   * Makes a definition the newest version of a flow, unless it is that already. Warnings about it
   * are logged.
   *
   * @throws IllegalArgumentException with all that is wrong with it
   */
  VersionKey deploy(TenantId tenant, String flow, String definition) {
    if (!VersionKey.isFlowName(flow)) {
      throw new IllegalArgumentException(VersionKey.NAME_RULE);
    }
    Reading reading = Definitions.read(definition);
    if (!reading.isValid()) {
      throw new IllegalArgumentException(
          "flow '%s' cannot run: %s".formatted(flow, reading.errors()));
    }
    for (Finding warning : reading.warnings()) {
      LOG.log(
          Level.WARNING,
          "flow ''{0}'', line {1}: {2} [{3}] {4}",
          flow,
          String.valueOf(warning.line()),
          warning.message(),
          warning.code(),
          warning.advice());
    }
    VersionKey version = versions.add(tenant, flow, definition.getBytes(StandardCharsets.UTF_8));
    current.remove(new Name(tenant, flow));
    return version;
  }

  private Flow flow(Part part) {
    if (part.machine().isPresent()) {
      Flow whole = interpreter(part.version(), Optional.empty()).flow();
      try {
        return new Flow(
            whole.document(), MachinePath.find(whole, part.machine().get()), Optional.empty());
      } catch (IllegalArgumentException e) {
        throw new IncidentException(
            "%s has no part '%s'".formatted(part.version().told(), part.machine().get()));
      }
    }
    byte[] document =
        versions
            .document(part.version())
            .orElseThrow(() -> new IncidentException(part.version().told() + " is not there"));
    Reading reading = Definitions.readPublished(new String(document, StandardCharsets.UTF_8));
    return reading
        .flow()
        .orElseThrow(
            () ->
                new IncidentException(
                    "%s cannot be read: %s".formatted(part.version().told(), reading.findings())));
  }
}
