package dev.pawl.model.json;

import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonObject;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.MappingStartEvent;
import org.snakeyaml.engine.v2.events.NodeEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/**
 * Parses YAML 1.2 text as JSON: no tags, no merge keys, no duplicate keys, one document.
 *
 * <p>It uses the events of the parser instead of the node tree of the library, so that depth,
 * aliases and expanded size are limited before anything is built.
 */
final class YamlText {

  static final int MAX_ALIASES = 20;
  static final int MAX_VALUES = 500_000;

  private final YamlEvents events;
  private final boolean withComments;
  private final Map<String, AnchoredValue> anchors = new HashMap<>();
  private int aliases;
  private int values;
  private int deepest;

  private YamlText(YamlEvents events, boolean withComments) {
    this.events = events;
    this.withComments = withComments;
  }

  /**
   * The value of an anchor.
   *
   * @param values the number of values in it
   * @param height its nesting depth
   */
  private record AnchoredValue(Json value, int values, int height) {}

  /**
   * A position in the value being read.
   *
   * @param pointer the key for comments; not maintained if there are none
   */
  private record ReadPosition(DocumentPositions place, String pointer, int depth) {}

  static Document.Source read(String text) {
    Document.Source plain = read(text, false);
    if (text.indexOf('#') < 0) {
      return plain;
    }
    try {
      Document.Source commented = read(text, true);
      return commented.value().equals(plain.value()) ? commented : plain;
    } catch (JsonSyntaxException e) {
      // The library parses comments less reliably; it is better to lose them than to refuse the
      // text.
      return plain;
    }
  }

  private static Document.Source read(String text, boolean withComments) {
    LoadSettings settings =
        LoadSettings.builder()
            .setParseComments(withComments)
            .setCodePointLimit(Document.MAX_LENGTH)
            .build();
    try {
      YamlEvents events = new YamlEvents(new Parse(settings).parseString(text).iterator());
      return new YamlText(events, withComments).document(text);
    } catch (MarkedYamlEngineException e) {
      throw error(sentence(e), e.getProblemMark());
    } catch (YamlEngineException | IndexOutOfBoundsException | ClassCastException e) {
      throw error(String.valueOf(e.getMessage()), Optional.empty());
    }
  }

  private Document.Source document(String text) {
    events.expect(Event.ID.StreamStart);
    if (events.peek().getEventId() == Event.ID.StreamEnd) {
      throw new JsonSyntaxException("there is no value", 1, 1);
    }
    events.expect(Event.ID.DocumentStart);
    DocumentPositions places = new DocumentPositions(position(events.peek()));
    events.entered("");
    Json value = value(new ReadPosition(places, "", 0));
    events.expect(Event.ID.DocumentEnd);
    Event next = events.next();
    if (next.getEventId() != Event.ID.StreamEnd) {
      throw error("there is a second document; one is expected", next.getStartMark());
    }
    return new Document.Source(DocumentFormat.YAML, text, value, places::find, events.comments());
  }

  private Json value(ReadPosition spot) {
    Event event = events.next();
    if (++values > MAX_VALUES) {
      throw error("there are more than " + MAX_VALUES + " values", event.getStartMark());
    }
    if (event instanceof AliasEvent alias) {
      return alias(alias, spot.depth());
    }
    refuseTag(event);
    int valuesBefore = values;
    int deepestBefore = deepest;
    deepest = spot.depth();
    Json value =
        event instanceof ScalarEvent scalar
            ? YamlScalar.value(scalar)
            : collection((CollectionStartEvent) event, spot);
    AnchoredValue anchored =
        new AnchoredValue(value, values - valuesBefore + 1, deepest - spot.depth());
    ((NodeEvent) event).getAnchor().ifPresent(anchor -> anchors.put(anchor.getValue(), anchored));
    deepest = Math.max(deepest, deepestBefore);
    return value;
  }

  private Json alias(AliasEvent alias, int depth) {
    AnchoredValue anchored = anchors.get(alias.getAlias().getValue());
    if (anchored == null) {
      throw error(
          "the alias '*" + alias.getAlias().getValue() + "' has no anchor before it",
          alias.getStartMark());
    }
    values += anchored.values();
    deepest = Math.max(deepest, depth + anchored.height());
    if (++aliases > MAX_ALIASES || values > MAX_VALUES || deepest > JsonText.MAX_DEPTH) {
      throw error(
          "there are more than " + MAX_ALIASES + " aliases, or they expand to too much",
          alias.getStartMark());
    }
    return anchored.value();
  }

  private Json collection(CollectionStartEvent start, ReadPosition spot) {
    if (spot.depth() >= JsonText.MAX_DEPTH) {
      throw error("values are nested deeper than " + JsonText.MAX_DEPTH, start.getStartMark());
    }
    deepest = Math.max(deepest, spot.depth() + 1);
    return start instanceof MappingStartEvent ? mapping(spot) : sequence(spot);
  }

  private Json mapping(ReadPosition spot) {
    Map<String, Json> members = new LinkedHashMap<>();
    while (events.peek().getEventId() != Event.ID.MappingEnd) {
      Event key = events.next();
      String name = name(key);
      if (members.containsKey(name)) {
        throw error("the key '" + name + "' is there twice", key.getStartMark());
      }
      members.put(name, value(enter(spot, name, key)));
    }
    events.next();
    return JsonObject.of(members);
  }

  private Json sequence(ReadPosition spot) {
    List<Json> elements = new ArrayList<>();
    while (events.peek().getEventId() != Event.ID.SequenceEnd) {
      Event first = events.peek();
      elements.add(value(enter(spot, Integer.toString(elements.size()), first)));
    }
    events.next();
    return JsonArray.of(elements);
  }

  private ReadPosition enter(ReadPosition around, String token, Event event) {
    String pointer = withComments ? Pointer.member(around.pointer(), token) : "";
    if (pointer.length() > DocumentPositions.MAX_POINTER) {
      throw error("the names around this value are too long for comments", event.getStartMark());
    }
    events.entered(pointer);
    return new ReadPosition(
        around.place().add(token, position(event)), pointer, around.depth() + 1);
  }

  private static DocumentPosition position(Event event) {
    return event
        .getStartMark()
        .map(mark -> new DocumentPosition(mark.getLine() + 1, mark.getColumn() + 1))
        .orElse(DocumentPosition.UNKNOWN);
  }

  private String name(Event key) {
    if (!(key instanceof ScalarEvent scalar)) {
      throw error("a key must be plain text", key.getStartMark());
    }
    refuseTag(key);
    if (scalar.isPlain() && scalar.getValue().equals("<<")) {
      throw error("merge keys ('<<') are not supported: write the members out", key.getStartMark());
    }
    return scalar.getValue();
  }

  private static void refuseTag(Event event) {
    Optional<String> tag =
        switch (event) {
          case ScalarEvent scalar -> scalar.getTag();
          case CollectionStartEvent collection -> collection.getTag();
          default -> Optional.empty();
        };
    if (tag.isPresent()) {
      throw error("tags such as '" + tag.get() + "' are not allowed", event.getStartMark());
    }
  }

  private static String sentence(MarkedYamlEngineException e) {
    return e.getContext() == null ? e.getProblem() : e.getContext() + ": " + e.getProblem();
  }

  static JsonSyntaxException error(String message, Optional<Mark> at) {
    return new JsonSyntaxException(
        message, at.map(m -> m.getLine() + 1).orElse(0), at.map(m -> m.getColumn() + 1).orElse(0));
  }
}
