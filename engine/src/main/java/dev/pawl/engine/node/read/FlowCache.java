package dev.pawl.engine.node.read;

import dev.pawl.engine.Interpreter;
import dev.pawl.engine.MachinePath;
import dev.pawl.engine.node.time.RuntimeClock;
import dev.pawl.engine.store.ExecutionMetadata;
import dev.pawl.engine.store.TenantId;
import dev.pawl.engine.store.VersionKey;
import dev.pawl.engine.store.Versions;
import dev.pawl.model.Flow;
import dev.pawl.model.definition.Definitions;
import dev.pawl.model.definition.ReadResult;
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
 * Caches the parsed flows of a node. A version never changes and is read once; which version is
 * current is looked up again after half a second.
 */
public final class FlowCache {

  private static final System.Logger LOG = System.getLogger(FlowCache.class.getName());

  private static final long CURRENT_VERSION_TTL_NANOS = Duration.ofMillis(500).toNanos();

  private final Versions versions;
  private final RuntimeClock clock;

  /**
   * Held by soft references: a running execution keeps its interpreter reachable and always finds
   * the same instance here.
   */
  private final Map<MachineKey, CachedInterpreter> interpreters = new ConcurrentHashMap<>();

  private final ReferenceQueue<Interpreter> collected = new ReferenceQueue<>();
  private final Map<Name, Current> current = new ConcurrentHashMap<>();

  /** A version, or the state machine inside it that the items of a distributed Map run. */
  private record MachineKey(VersionKey version, Optional<String> machine) {}

  private static final class CachedInterpreter extends SoftReference<Interpreter> {
    private final MachineKey part;

    CachedInterpreter(
        MachineKey part, Interpreter interpreter, ReferenceQueue<Interpreter> collected) {
      super(interpreter, collected);
      this.part = part;
    }
  }

  private record Name(TenantId tenant, String flow) {}

  private record Current(VersionKey version, long since) {}

  /** Creates an empty cache over the versions of a store. */
  public FlowCache(Versions versions, RuntimeClock clock) {
    this.versions = versions;
    this.clock = clock;
  }

  /**
   * Returns the interpreter for the version and state machine of an execution.
   *
   * @throws IncidentException if the version does not exist or cannot be read
   */
  public Interpreter interpreter(ExecutionMetadata info) {
    return interpreter(info.version(), info.machine());
  }

  private Interpreter interpreter(VersionKey version, Optional<String> machine) {
    MachineKey part = new MachineKey(version, machine);
    Interpreter cached = cached(part);
    if (cached != null) {
      return cached;
    }
    removeCollected();
    Interpreter created = new Interpreter(flow(part));
    while (true) {
      // State machines are found in a flow by identity, so all threads must use one instance.
      CachedInterpreter first =
          interpreters.putIfAbsent(part, new CachedInterpreter(part, created, collected));
      Interpreter shared = first == null ? created : first.get();
      if (shared != null) {
        return shared;
      }
      interpreters.remove(part, first);
    }
  }

  private @Nullable Interpreter cached(MachineKey part) {
    CachedInterpreter reference = interpreters.get(part);
    return reference == null ? null : reference.get();
  }

  private void removeCollected() {
    for (Object next = collected.poll(); next != null; next = collected.poll()) {
      CachedInterpreter reference = (CachedInterpreter) next;
      interpreters.remove(reference.part, reference);
    }
  }

  /**
   * Finds the version that a start without a version uses. A change made on another node becomes
   * visible after {@code CURRENT_VERSION_TTL_NANOS}.
   */
  public Optional<VersionKey> current(TenantId tenant, String flow) {
    if (!VersionKey.isFlowName(flow)) {
      return Optional.empty();
    }
    Name name = new Name(tenant, flow);
    Current known = current.get(name);
    if (known != null && clock.nanos() - known.since() < CURRENT_VERSION_TTL_NANOS) {
      return Optional.of(known.version());
    }
    Optional<VersionKey> found = versions.current(tenant, flow);
    found.ifPresent(version -> current.put(name, new Current(version, clock.nanos())));
    return found;
  }

  /** Finds a version by its number. */
  public Optional<VersionKey> version(TenantId tenant, String flow, int number) {
    VersionKey version = new VersionKey(tenant, flow, number);
    return versions.document(version).map(document -> version);
  }

  /**
   * Adds a definition as the newest version of a flow, unless it already is. Logs its warnings.
   *
   * @throws IllegalArgumentException if the definition has errors; the message lists them
   */
  public VersionKey deploy(TenantId tenant, String flow, String definition) {
    if (!VersionKey.isFlowName(flow)) {
      throw new IllegalArgumentException(VersionKey.NAME_RULE);
    }
    ReadResult reading = Definitions.read(definition);
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

  private Flow flow(MachineKey part) {
    if (part.machine().isPresent()) {
      Flow whole = interpreter(part.version(), Optional.empty()).flow();
      try {
        return whole.part(MachinePath.find(whole, part.machine().get()));
      } catch (IllegalArgumentException e) {
        throw new IncidentException(
            "%s has no state machine '%s'"
                .formatted(part.version().description(), part.machine().get()));
      }
    }
    byte[] document =
        versions
            .document(part.version())
            .orElseThrow(
                () ->
                    new IncidentException(
                        part.version().description() + " does not exist in the store"));
    ReadResult reading = Definitions.readPublished(new String(document, StandardCharsets.UTF_8));
    return reading
        .flow()
        .orElseThrow(
            () ->
                new IncidentException(
                    "%s cannot be read: %s"
                        .formatted(part.version().description(), reading.findings())));
  }
}
