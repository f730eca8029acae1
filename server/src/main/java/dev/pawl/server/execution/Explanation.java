package dev.pawl.server.execution;

import dev.pawl.engine.store.Executions.Standing;
import dev.pawl.engine.store.Executions.Summary;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Why an execution is not moving.
 *
 * @param reasons all of them; none for one that has ended
 */
record Explanation(String status, List<Reason> reasons) {

  /**
   * One thing that holds an execution.
   *
   * @param kind a stable word
   * @param until when it passes by itself, if that is known
   * @param release what would let the execution go on
   */
  record Reason(String kind, String what, @Nullable Instant until, String release) {}

  static Explanation of(Summary summary) {
    List<Reason> reasons = new ArrayList<>();
    summary.standing().ifPresent(standing -> explain(summary, standing, reasons));
    return new Explanation(summary.status().name(), reasons);
  }

  private static void explain(Summary summary, Standing standing, List<Reason> reasons) {
    String path = "/api/flows/executions/" + summary.card().id();
    if (standing.waitsFor().incident().isPresent()) {
      reasons.add(
          new Reason(
              "incident",
              standing.waitsFor().incident().get(),
              null,
              "mend what it says, then POST " + path + "/resume"));
    } else if (standing.waitsFor().paused()) {
      reasons.add(new Reason("paused", "an operator paused it", null, "POST " + path + "/resume"));
    }
    if (standing.owner().isPresent()) {
      reasons.add(
          new Reason(
              "at-work",
              "node " + standing.owner().getAsInt() + " works on it",
              null,
              "the answer of its handlers; a node that dies is replaced within its lease"));
    } else if (standing.waitsFor().kinds().isEmpty() && reasons.isEmpty()) {
      reasons.add(
          new Reason(
              "no-node",
              "no node has taken it up",
              null,
              "a node with room; a limit on the flow or the tenant may hold it back"));
    }
    for (String kind : standing.waitsFor().kinds()) {
      reason(kind, path, standing, reasons);
    }
  }

  private static void reason(String kind, String path, Standing standing, List<Reason> reasons) {
    String word = kind.indexOf(':') < 0 ? kind : kind.substring(0, kind.indexOf(':'));
    String name = kind.substring(Math.min(kind.length(), word.length() + 1));
    Instant until = standing.wakeAt().orElse(null);
    switch (word) {
      case "timer" ->
          reasons.add(new Reason(word, "a timer is to ring", until, "it rings by itself"));
      case "event" ->
          reasons.add(
              new Reason(
                  word,
                  "the event '" + name + "' has not come",
                  null,
                  "POST " + path + "/events/" + name));
      case "person" ->
          reasons.add(new Reason(word, "a person has to act", null, "an answer to its Human step"));
      case "callback" ->
          reasons.add(
              new Reason(
                  word,
                  "somebody has its task token",
                  null,
                  "an answer with the token, or the time-out of the step"));
      case "child" ->
          reasons.add(
              new Reason(word, "executions that it began are under way", null, "their end"));
      case "handler" ->
          reasons.add(
              new Reason(
                  "no-handler",
                  "nobody serves the resource '" + name + "'",
                  null,
                  "a program that serves it"));
      // Told as an incident.
      case "repair" -> {}
      default -> reasons.add(new Reason(word, "it waits for " + kind, until, "that"));
    }
  }
}
