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
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** The flows that a node has read. A version never changes, so it is read once. */
final class Flows {

  private final Versions versions;
  private final Map<Part, Interpreter> read = new ConcurrentHashMap<>();

  /** A version, or a part of one: the items of a distributed Map run that alone. */
  private record Part(VersionKey version, Optional<String> machine) {}

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
    Interpreter interpreter = new Interpreter(flow(part));
    read.put(part, interpreter);
    return interpreter;
  }

  Optional<VersionKey> newest(TenantId tenant, String flow) {
    return versions.newest(tenant, flow);
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
