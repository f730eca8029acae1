package dev.pawl.engine;

import dev.pawl.engine.data.DataException;
import dev.pawl.engine.data.Limits;
import dev.pawl.engine.data.StateData;
import dev.pawl.model.Distribution;
import dev.pawl.model.ErrorName;
import dev.pawl.model.State;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonObject;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Completes a fork whose children have all ended: collects, transforms or writes their results. */
final class ForkJoins {

  private final AdvanceContext turn;
  private final Transitions visits;

  ForkJoins(AdvanceContext turn, Transitions visits) {
    this.turn = turn;
    this.visits = visits;
  }

  Frame joined(Frame frame, State state, ForkState fork) {
    return switch (state) {
      case State.Graph graph -> visits.complete(frame, graph, named(graph, fork));
      case State.MapEach map -> {
        Optional<Distribution.ResultWriter> writer =
            map.distribution().flatMap(Distribution::writer);
        yield writer.flatMap(Distribution.ResultWriter::resource).isPresent()
            ? write(frame, map, fork, writer.get())
            : visits.complete(frame, map, transformed(fork, writer));
      }
      default -> visits.complete(frame, state, outputs(fork));
    };
  }

  private Frame write(
      Frame frame, State.MapEach map, ForkState fork, Distribution.ResultWriter writer) {
    return visits.guarded(
        frame,
        map,
        () -> {
          StateData data = turn.data(frame, map.kind()).at(fork.input());
          Json arguments =
              writer.arguments().map(t -> data.value(t, "ResultWriter")).orElse(JsonObject.EMPTY);
          if (!(arguments instanceof JsonObject)) {
            throw new DataException(
                ErrorName.RESULT_WRITER,
                "the arguments of a ResultWriter must be an object but are " + arguments.kind());
          }
          Command.WriteResults command =
              new Command.WriteResults(
                  frame.step(),
                  frame.visit().attempt(),
                  writer,
                  arguments,
                  Limits.checkedResults(reports(fork)));
          return turn.issue(frame.with(new Activity.Working(command)));
        });
  }

  private static JsonObject named(State.Graph graph, ForkState fork) {
    Map<String, Json> results = new LinkedHashMap<>();
    int index = 0;
    for (String node : graph.nodes().keySet()) {
      ForkChildren.output(fork.slots().get(index++)).ifPresent(output -> results.put(node, output));
    }
    return JsonObject.of(results);
  }

  /**
   * Returns the results as the writer's transformation says; used if the writer has no resource.
   */
  private static Json transformed(ForkState fork, Optional<Distribution.ResultWriter> writer) {
    String transformation =
        writer.flatMap(w -> w.config().get("Transformation")).map(Json::asText).orElse("COMPACT");
    return switch (transformation) {
      case "NONE" -> JsonArray.of(reports(fork));
      case "FLATTEN" -> {
        List<Json> flat = new ArrayList<>();
        for (Json output : outputs(fork)) {
          flat.addAll(output instanceof JsonArray array ? array.elements() : List.of(output));
        }
        yield JsonArray.of(flat);
      }
      default -> outputs(fork);
    };
  }

  /** Returns the outputs of the children that succeeded, in the order of the children. */
  private static JsonArray outputs(ForkState fork) {
    List<Json> outputs = new ArrayList<>();
    fork.slots().forEach(slot -> ForkChildren.output(slot).ifPresent(outputs::add));
    return JsonArray.of(outputs);
  }

  /** Returns the status and the output or error of each child. */
  private static List<Json> reports(ForkState fork) {
    return fork.slots().stream().map(ForkJoins::report).toList();
  }

  private static Json report(ForkState.Slot slot) {
    return switch (ForkChildren.outcome(slot).orElseThrow()) {
      case Outcome.Succeeded succeeded ->
          JsonObject.of("Status", Json.of("SUCCEEDED")).with("Output", succeeded.output());
      case Outcome.Failed failed -> {
        JsonObject report = JsonObject.of("Status", Json.of("FAILED"));
        for (Map.Entry<String, Json> part : failed.failure().toJson().members().entrySet()) {
          report = report.with(part.getKey(), part.getValue());
        }
        yield report;
      }
    };
  }
}
