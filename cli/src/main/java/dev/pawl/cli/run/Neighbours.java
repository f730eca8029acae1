package dev.pawl.cli.run;

import dev.pawl.cli.file.FlowFile;
import dev.pawl.cli.file.Texts;
import dev.pawl.cli.file.UsageException;
import dev.pawl.model.Shaping;
import dev.pawl.model.State;
import dev.pawl.model.Survey;
import dev.pawl.model.Template;
import dev.pawl.model.definition.CalledFlows;
import dev.pawl.model.definition.CalledFlows.CalledFlow;
import dev.pawl.model.json.Document;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;
import dev.pawl.sdk.JsonString;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** The flows beside a flow: what it may call by their codes. */
public final class Neighbours {

  private static final String OURS = "flow:";
  private static final String AWS = "arn:aws:states:::states:startExecution";

  private static final String SYNC = ".sync";

  private final String folder;
  private final Map<String, Optional<FlowFile>> known = new LinkedHashMap<>();

  /**
   * @param file the flow's file, or {@code -}: then the current folder is looked at
   */
  public Neighbours(String file) {
    Path parent = file.equals(Texts.STANDARD_INPUT) ? null : Texts.path(file).getParent();
    this.folder = parent == null ? "" : parent + "/";
  }

  public Optional<FlowFile> find(String code) {
    Optional<FlowFile> found = known.get(code);
    if (found == null) {
      found = look(code);
      known.put(code, found);
    }
    return found;
  }

  /**
   * The file with a warning for each call of a flow that is not known.
   *
   * @param given codes of flows that are known though they may lie elsewhere
   */
  public FlowFile checked(FlowFile file, Set<String> given) {
    Predicate<String> exists =
        code -> given.contains(code) || file.code().equals(code) || fileOf(code).isPresent();
    Optional<Document> document =
        file.document()
            .filter(one -> CalledFlows.of(one.value()).stream().anyMatch(isUnknown(exists)));
    return document
        .map(one -> file.with(CalledFlows.unknown(one, exists, codes(given))))
        .orElse(file);
  }

  private static Predicate<CalledFlow> isUnknown(Predicate<String> exists) {
    return call -> !exists.test(call.code());
  }

  /** What may have been meant by a code that is not known. */
  private List<String> codes(Set<String> given) {
    try (Stream<Path> files = Files.list(Path.of(folder.isEmpty() ? "." : folder))) {
      Stream<String> beside =
          files
              .map(file -> file.getFileName().toString())
              .filter(name -> FlowFile.endings().stream().anyMatch(name::endsWith))
              .map(FlowFile::code);
      return Stream.concat(given.stream(), beside).distinct().sorted().toList();
    } catch (IOException e) {
      return List.copyOf(given);
    }
  }

  private Optional<FlowFile> look(String code) {
    return fileOf(code).map(FlowFile::read);
  }

  private Optional<String> fileOf(String code) {
    // A code is a name, not a way out of the folder.
    if (code.isEmpty() || code.contains("/") || code.contains("\\") || code.indexOf('\0') >= 0) {
      return Optional.empty();
    }
    return FlowFile.endings().stream()
        .map(ending -> folder + code + ending)
        .filter(name -> Files.isRegularFile(Texts.path(name)))
        .findFirst();
  }

  /**
   * The flow with all flows it calls by fixed names, directly or not.
   *
   * @param isMocked calls that are answered otherwise
   * @throws UsageException if one of them is not there
   */
  public List<FlowFile> reachable(FlowFile main, Predicate<String> isMocked) {
    Map<String, FlowFile> reached = new LinkedHashMap<>();
    reached.put("", main);
    Deque<FlowFile> toVisit = new ArrayDeque<>(List.of(main));
    while (!toVisit.isEmpty()) {
      FlowFile file = toVisit.remove();
      for (Survey.Use use :
          file.flow().map(flow -> Survey.of(flow.machine()).uses()).orElse(List.of())) {
        Optional<String> code = isMocked.test(use.resource()) ? Optional.empty() : code(use);
        if (code.isPresent() && !reached.containsKey(code.get())) {
          FlowFile called = find(code.get()).orElseThrow(() -> missing(file, use, code.get()));
          reached.put(code.get(), called);
          toVisit.add(called);
        }
      }
    }
    return List.copyOf(reached.values());
  }

  /** Whether a resource means a flow and not a handler. */
  public static boolean isFlow(String resource) {
    return resource.startsWith(OURS) || resource.startsWith(AWS);
  }

  /** The resources that may mean that flow. */
  static List<String> callsOf(String code) {
    return List.of(OURS + code + SYNC, OURS + code, AWS, AWS + SYNC, AWS + SYNC + ":2");
  }

  private static Optional<String> code(Survey.Use use) {
    String resource = use.resource();
    if (resource.startsWith(OURS)) {
      String rest = resource.substring(OURS.length());
      return Optional.of(
          rest.endsWith(SYNC) ? rest.substring(0, rest.length() - SYNC.length()) : rest);
    }
    return resource.startsWith(AWS) ? arn(use.state()) : Optional.empty();
  }

  /** A name that is computed is looked for when it is known. */
  private static Optional<String> arn(State state) {
    Optional<Template> arguments =
        switch (state.header().shaping()) {
          case Shaping.Paths paths -> paths.parameters();
          case Shaping.Expressions expressions -> expressions.arguments();
        };
    return arguments
        .flatMap(Neighbours::machineArn)
        .map(arn -> arn.substring(arn.lastIndexOf(':') + 1));
  }

  private static Optional<String> machineArn(Template arguments) {
    if (arguments instanceof Template.Literal(JsonObject object)) {
      return object.get("StateMachineArn").map(Json::asText);
    }
    return arguments instanceof Template.Members(Map<String, Template> members)
            && members.get("StateMachineArn") instanceof Template.Literal(JsonString arn)
        ? Optional.of(arn.value())
        : Optional.empty();
  }

  private UsageException missing(FlowFile file, Survey.Use use, String code) {
    return new UsageException(
        "state '%s' of %s calls the flow '%s', but there is no %s%s.asl.json (nor .asl.yaml, .json...)"
            .formatted(use.state().name(), file.name(), code, folder, code));
  }
}
