package dev.pawl.server.execution;

import dev.pawl.model.json.Document;
import dev.pawl.model.json.Format;
import dev.pawl.model.json.JsonSyntaxException;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonObject;
import dev.pawl.sdk.JsonString;
import java.util.HashSet;
import java.util.Set;

/**
 * The events that a flow may wait for.
 *
 * @param areOpen whether it computes names of events, so that it may be any
 */
record AwaitedNames(Set<String> names, boolean areOpen) {

  AwaitedNames {
    names = Set.copyOf(names);
  }

  /** None of what cannot be read: nothing of that goes on. */
  static AwaitedNames of(String definition) {
    Reading reading = new Reading();
    try {
      reading.read(Document.read(definition, Format.ofText(definition)).value());
    } catch (JsonSyntaxException unreadable) {
      return new AwaitedNames(Set.of(), false);
    }
    return new AwaitedNames(reading.names, reading.areOpen);
  }

  boolean mayBe(String event) {
    return areOpen || names.contains(event);
  }

  /** Looks at all there is, states or not: a name too many does no harm. */
  private static final class Reading {
    private final Set<String> names = new HashSet<>();
    private boolean areOpen;

    void read(Json value) {
      if (value instanceof JsonArray array) {
        array.elements().forEach(this::read);
      } else if (value instanceof JsonObject object) {
        object.get("Event").ifPresent(this::name);
        areOpen |= object.get("EventPath").isPresent();
        object.members().values().forEach(this::read);
      }
    }

    private void name(Json event) {
      if (event instanceof JsonString text) {
        names.add(text.value());
        areOpen |= text.value().startsWith("{%");
      }
    }
  }
}
