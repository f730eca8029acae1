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
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The flows that a node has read. A version never changes, so it is read once; which one is current
 * is asked again before long.
 */
final class Flows {

  private static final long STAYS_CURRENT = Duration.ofMillis(500).toNanos();

  private final Versions versions;
  private final Map<Part, Interpreter> read = new ConcurrentHashMap<>();
  private final Map<Name, Current> current = new ConcurrentHashMap<>();

  /** A version, or a part of one: the items of a distributed Map run that alone. */
  private record Part(VersionKey version, Optional<String> machine) {}

  private record Name(TenantId tenant, String flow) {}

  private record Current(VersionKey version, long since) {}

  Flows(Versions versions) {
    this.versions = versions;
  }

  /**
   * @throws IncidentException if the version is not there or cannot be read
   */
  Interpreter interpreter(Card card) {
    return interpreter(card.version(), card.machine());
  }

  Interpreter interpreter(VersionKey version, Optional<String> machine) {
    Part part = new Part(version, machine);
    Interpreter known = read.get(part);
    if (known != null) {
      return known;
    }
    Interpreter mine = new Interpreter(flow(part));
    // Machines are found in a flow by identity, so everyone must have the same one.
    Interpreter first = read.putIfAbsent(part, mine);
    return first == null ? mine : first;
  }

  /** What a start takes that names no version; what changed on another node may take a moment. */
  Optional<VersionKey> current(TenantId tenant, String flow) {
    if (!VersionKey.isFlowName(flow)) {
      return Optional.empty();
    }
    Name name = new Name(tenant, flow);
    Current known = current.get(name);
    if (known != null && System.nanoTime() - known.since() < STAYS_CURRENT) {
      return Optional.of(known.version());
    }
    Optional<VersionKey> found = versions.current(tenant, flow);
    found.ifPresent(version -> current.put(name, new Current(version, System.nanoTime())));
    return found;
  }

  /**
   * Makes a definition the newest version of a flow, unless it is that already.
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
            "version %d of flow '%s' has no part '%s'"
                .formatted(part.version().number(), part.version().flow(), part.machine().get()));
      }
    }
    byte[] document =
        versions
            .document(part.version())
            .orElseThrow(
                () ->
                    new IncidentException(
                        "version %d of flow '%s' is not there"
                            .formatted(part.version().number(), part.version().flow())));
    Reading reading = Definitions.read(new String(document, StandardCharsets.UTF_8));
    return reading
        .flow()
        .orElseThrow(
            () ->
                new IncidentException(
                    "version %d of flow '%s' cannot be read: %s"
                        .formatted(
                            part.version().number(), part.version().flow(), reading.findings())));
  }
}
