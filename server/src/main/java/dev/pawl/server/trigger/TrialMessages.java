package dev.pawl.server.trigger;

import dev.pawl.triggers.launch.EventTrial.BindingTrial;
import dev.pawl.triggers.launch.EventTrial.ScopeDifference;
import java.util.stream.Collectors;

/** Words for what an event would do by a binding. */
final class TrialMessages {

  private TrialMessages() {}

  static String of(BindingTrial one) {
    String flow = one.binding().rule().flow();
    return switch (one.outcome()) {
      case STARTS ->
          "starts version %d of the flow '%s'"
              .formatted(one.start().map(start -> start.version()).orElse(0), flow);
      case COLLECTS ->
          "is collected with other events%s; then the flow '%s' starts once"
              .formatted(one.reason().isEmpty() ? "" : " of the key '" + one.reason() + "'", flow);
      case SIGNALS ->
          "goes to the execution %s, which is unfinished and has the business key '%s'"
              .formatted(existing(one), one.reason());
      case IGNORED ->
          "is ignored while the execution %s with the business key '%s' is unfinished"
              .formatted(existing(one), one.reason());
      case REPEATED ->
          "does nothing: an event with this id has reached the execution %s"
              .formatted(existing(one));
      case REJECTED ->
          "is rejected and kept for replay: %s: %s"
              .formatted(one.rejected().map(Enum::name).orElse(""), one.reason());
      case FILTERED -> "does not match: the filter does not hold: %s".formatted(one.reason());
      case DIFFERS ->
          "does not match: "
              + one.differences().stream()
                  .map(TrialMessages::difference)
                  .collect(Collectors.joining("; "));
      case DISABLED -> "does not match: the binding is switched off";
      case SAME_FLOW -> "has no turn: a binding before it is for the same flow";
      case AFTER_EXCLUSIVE ->
          "has no turn: the exclusive binding of the flow '%s' before it ends the list"
              .formatted(one.reason());
    };
  }

  private static String difference(ScopeDifference one) {
    return one.actual()
        .map(
            actual ->
                "%s: the binding wants %s, the event has %s"
                    .formatted(one.field(), one.wanted(), actual))
        .orElseGet(
            () ->
                "%s: the binding wants %s, the event has none"
                    .formatted(one.field(), one.wanted()));
  }

  private static String existing(BindingTrial one) {
    return one.existing().map(Object::toString).orElse("");
  }
}
