package dev.pawl.model.json;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.comments.CommentType;
import org.snakeyaml.engine.v2.events.CommentEvent;
import org.snakeyaml.engine.v2.events.Event;

/** Reads the events of a YAML text and assigns each comment to the value it belongs to. */
final class YamlEvents {

  private final Iterator<Event> events;
  private final Map<String, List<String>> above = new LinkedHashMap<>();
  private final Map<String, String> beside = new LinkedHashMap<>();
  private List<String> pending = new ArrayList<>();
  private String current = "";
  private @Nullable Event ahead;

  YamlEvents(Iterator<Event> events) {
    this.events = events;
  }

  Event peek() {
    while (ahead == null) {
      if (!events.hasNext()) {
        throw YamlText.error("the text ends too early", Optional.empty());
      }
      Event event = events.next();
      if (event instanceof CommentEvent comment) {
        keep(comment);
      } else {
        ahead = event;
      }
    }
    return ahead;
  }

  Event next() {
    Event event = peek();
    ahead = null;
    return event;
  }

  void expect(Event.ID id) {
    Event event = next();
    if (event.getEventId() != id) {
      throw YamlText.error("unexpected " + event.getEventId(), event.getStartMark());
    }
  }

  /** Sets the value that following comments belong to, and assigns the pending comments to it. */
  void entered(String pointer) {
    current = pointer;
    if (!pending.isEmpty()) {
      above.merge(pointer, pending, YamlEvents::joined);
      pending = new ArrayList<>();
    }
  }

  Comments comments() {
    return new Comments(above, beside, pending);
  }

  private void keep(CommentEvent comment) {
    if (comment.getCommentType() == CommentType.IN_LINE) {
      beside.merge(current, "#" + comment.getValue(), (first, second) -> first + " " + second);
    } else {
      boolean blank = comment.getCommentType() == CommentType.BLANK_LINE;
      pending.add(blank ? "" : "#" + comment.getValue());
    }
  }

  private static List<String> joined(List<String> first, List<String> second) {
    List<String> both = new ArrayList<>(first);
    both.addAll(second);
    return both;
  }
}
