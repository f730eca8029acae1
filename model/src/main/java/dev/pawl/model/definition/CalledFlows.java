package dev.pawl.model.definition;

import static dev.pawl.model.finding.Finding.Code.CALLS_ITSELF;
import static dev.pawl.model.finding.Finding.Code.UNKNOWN_FLOW;

import dev.pawl.model.Survey.Purpose;
import dev.pawl.model.finding.Finding;
import dev.pawl.model.finding.Findings;
import dev.pawl.model.finding.Nearest;
import dev.pawl.model.json.Document;
import dev.pawl.model.json.Pointer;
import dev.pawl.model.json.Position;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonNull;
import dev.pawl.sdk.JsonString;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** The flows that a definition calls by a fixed code, and whether they exist. */
public final class CalledFlows {

  private static final String OURS = "flow:";
  private static final String AWS = "arn:aws:states:::states:startExecution";
  private static final String SYNC = ".sync";

  private CalledFlows() {}

  /**
   * A call of another flow.
   *
   * @param location JSON Pointer to the field that names the flow
   */
  public record CalledFlow(String code, String location) {

    private Finding unknown(Document document, Collection<String> names) {
      Position position = document.positionOf(location);
      return new Finding(
          UNKNOWN_FLOW,
          location,
          position.line(),
          position.column(),
          "there is no flow '" + code + "'; until there is one, the call fails",
          Nearest.of(code, names)
              .map(name -> "Did you mean '" + name + "'?")
              .orElse("Add the flow, or correct its code."));
    }

    private Finding callsItself(Document document) {
      Position position = document.positionOf(location);
      return new Finding(
          CALLS_ITSELF,
          location,
          position.line(),
          position.column(),
          "the flow calls itself and waits: under a limit 'concurrent' of this flow, executions can"
              + " hold all permits that those they wait for need",
          "Leave the flow without such a limit, or give the limit a queueTimeout.");
    }
  }

  /** All calls, in the order of the document; codes that are computed are not among them. */
  public static List<CalledFlow> of(Json definition) {
    return calls(definition, resource -> true);
  }

  private static List<CalledFlow> calls(Json definition, Predicate<String> isMeant) {
    return ResourceReferences.of(definition).stream()
        .filter(one -> one.purpose() == Purpose.WORK || one.purpose() == Purpose.UNDO)
        .filter(one -> isMeant.test(one.resource()))
        .flatMap(one -> call(definition, one).stream())
        .toList();
  }

  /**
   * A warning for each call of a flow that does not exist, up to {@link Findings#MAX}.
   *
   * @param names codes that may have been meant instead
   */
  public static List<Finding> unknown(
      Document document, Predicate<String> exists, Collection<String> names) {
    return of(document.value()).stream()
        .filter(call -> !exists.test(call.code()))
        .limit(Findings.MAX)
        .map(call -> call.unknown(document, names))
        .toList();
  }

  /**
   * A warning for each call by which a flow waits for another execution of itself, up to {@link
   * Findings#MAX}.
   *
   * @param code of the flow
   */
  public static List<Finding> callingItself(Document document, String code) {
    return calls(document.value(), CalledFlows::waits).stream()
        .filter(call -> call.code().equals(code))
        .limit(Findings.MAX)
        .map(call -> call.callsItself(document))
        .toList();
  }

  private static boolean waits(String resource) {
    return resource.startsWith(OURS) ? resource.endsWith(SYNC) : resource.startsWith(AWS + SYNC);
  }

  private static Optional<CalledFlow> call(Json definition, ResourceReferences.Reference named) {
    String resource = named.resource();
    if (resource.startsWith(OURS)) {
      int end = resource.length() - (resource.endsWith(SYNC) ? SYNC.length() : 0);
      return Optional.of(new CalledFlow(resource.substring(OURS.length(), end), named.location()));
    }
    return resource.startsWith(AWS)
        ? Stream.of("Parameters", "Arguments")
            .flatMap(field -> arn(definition, named.owner(), field).stream())
            .findFirst()
        : Optional.empty();
  }

  private static Optional<CalledFlow> arn(Json definition, String owner, String field) {
    String at = Pointer.member(Pointer.member(owner, field), "StateMachineArn");
    Json arn = Pointer.find(definition, at).orElse(JsonNull.NULL);
    return arn instanceof JsonString text && isFixed(text.value())
        ? Optional.of(new CalledFlow(text.value().substring(text.value().lastIndexOf(':') + 1), at))
        : Optional.empty();
  }

  private static boolean isFixed(String arn) {
    return !arn.contains("${") && !arn.contains("{%");
  }
}
