package dev.pawl.model;

import dev.pawl.model.json.Pointer;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;
import dev.pawl.sdk.JsonString;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Everything outside a flow that its states refer to, at any depth and in the order of the
 * definition.
 *
 * @param resources handlers, workers and flows
 * @param events events that Wait states wait for
 * @param humanTasks states that wait for a person
 * @param names names of all states
 */
public record FlowReferences(
    List<ResourceUse> resources,
    List<AwaitedEvent> events,
    List<State.Human> humanTasks,
    List<StateName> names) {

  public FlowReferences {
    resources = List.copyOf(resources);
    events = List.copyOf(events);
    humanTasks = List.copyOf(humanTasks);
    names = List.copyOf(names);
  }

  /**
   * A field that names a resource.
   *
   * @param location JSON Pointer to the field
   * @param call the call of another flow, if the resource is one
   */
  public record ResourceUse(
      State state, String location, String resource, Purpose purpose, Optional<FlowCall> call) {}

  /**
   * A call of another flow.
   *
   * @param location JSON Pointer to the field that names the flow
   * @param code code of the flow; empty if it is computed at run time
   * @param isSync true if the state waits for the end of the execution
   */
  public record FlowCall(String location, Optional<String> code, boolean isSync) {}

  /**
   * An event that a Wait state waits for.
   *
   * @param name name of the event; empty if it is computed at run time
   */
  public record AwaitedEvent(State.Wait state, Optional<String> name) {}

  /** The name of a state and the number of forks around it. */
  public record StateName(String name, int depth) {}

  /** The purpose for which a state uses a resource. */
  public enum Purpose {
    WORK,
    UNDO,
    READ_ITEMS,
    WRITE_RESULTS
  }

  /** Collects the references of a flow, including the tasks at its end. */
  public static FlowReferences of(Flow flow) {
    Walk walk = new Walk();
    walk.machine(flow.machine(), 0);
    flow.endTasks().onSucceeded().ifPresent(machine -> walk.machine(machine, 0));
    flow.endTasks().onFailed().ifPresent(machine -> walk.machine(machine, 0));
    return new FlowReferences(walk.resources, walk.events, walk.humanTasks, walk.names);
  }

  /** Collects the references of a machine and of all machines inside it. */
  public static FlowReferences of(Machine machine) {
    Walk walk = new Walk();
    walk.machine(machine, 0);
    return new FlowReferences(walk.resources, walk.events, walk.humanTasks, walk.names);
  }

  /** Returns the calls of other flows. */
  public List<FlowCall> flowCalls() {
    return resources.stream().flatMap(use -> use.call().stream()).toList();
  }

  private static final class Walk {
    private final List<ResourceUse> resources = new ArrayList<>();
    private final List<AwaitedEvent> events = new ArrayList<>();
    private final List<State.Human> humanTasks = new ArrayList<>();
    private final List<StateName> names = new ArrayList<>();

    void machine(Machine machine, int depth) {
      for (State state : machine.states().values()) {
        names.add(new StateName(state.name(), depth));
        state(state, depth);
      }
    }

    private void state(State state, int depth) {
      switch (state) {
        case State.Task task -> task(task);
        case State.Parallel parallel -> parallel.branches().forEach(m -> machine(m, depth + 1));
        case State.MapEach map -> {
          map.distribution().ifPresent(distribution -> distribution(map, distribution));
          machine(map.processor(), depth + 1);
        }
        case State.Graph graph ->
            graph.nodes().values().forEach(node -> machine(node.machine(), depth + 1));
        case State.Human human -> humanTasks.add(human);
        case State.Wait wait -> {
          if (wait.until() instanceof State.Wait.Until.Event event) {
            events.add(new AwaitedEvent(wait, fixedText(event.name())));
          }
        }
        case State.Choice choice -> {}
        case State.Pass pass -> {}
        case State.Succeed succeed -> {}
        case State.Fail fail -> {}
      }
    }

    private void task(State.Task task) {
      String at = task.header().location();
      Optional<Template> arguments =
          switch (task.header().shaping()) {
            case Shaping.Paths paths -> paths.parameters();
            case Shaping.Expressions expressions -> expressions.arguments();
          };
      callable(task, at, task.resource(), Purpose.WORK, new Settings(arguments, task.config()));
      task.compensation()
          .ifPresent(
              undo ->
                  callable(
                      task,
                      Pointer.member(at, "Compensate"),
                      undo.resource(),
                      Purpose.UNDO,
                      new Settings(undo.arguments(), undo.config())));
    }

    /** What a Task gives to its handler. */
    private record Settings(Optional<Template> arguments, Optional<Template> config) {}

    private void callable(
        State.Task task, String owner, String resource, Purpose purpose, Settings settings) {
      String location = Pointer.member(owner, "Resource");
      Optional<FlowCall> call =
          FlowResource.parse(resource).map(flow -> call(task, owner, flow, settings));
      resources.add(new ResourceUse(task, location, resource, purpose, call));
    }

    private static FlowCall call(
        State.Task task, String owner, FlowResource flow, Settings settings) {
      String arguments = Pointer.member(owner, argumentsField(task.header().language()));
      return switch (flow.notation()) {
        case PAWL -> new FlowCall(Pointer.member(owner, "Resource"), flow.code(), flow.isSync());
        case SETTINGS ->
            new FlowCall(
                Pointer.member(
                    settings.config.isPresent() ? Pointer.member(owner, "Config") : arguments,
                    FlowResource.FLOW_SETTING),
                settings
                    .config
                    .or(() -> settings.arguments)
                    .flatMap(from(FlowResource.FLOW_SETTING)),
                flow.isSync());
        case AWS_JSON, AWS_TEXT ->
            new FlowCall(
                Pointer.member(arguments, FlowResource.ARN_ARGUMENT),
                settings
                    .arguments
                    .flatMap(from(FlowResource.ARN_ARGUMENT))
                    .map(FlowResource::codeOfArn),
                flow.isSync());
      };
    }

    private static String argumentsField(QueryLanguage language) {
      return switch (language) {
        case JSONPATH -> "Parameters";
        case JSONATA -> "Arguments";
      };
    }

    private static Function<Template, Optional<String>> from(String member) {
      return template -> fixedMember(template, member);
    }

    private static Optional<String> fixedMember(Template arguments, String member) {
      return switch (arguments) {
        case Template.Literal(JsonObject object) -> object.get(member).flatMap(Walk::text);
        case Template.Members(Map<String, Template> members) ->
            Optional.ofNullable(members.get(member)).flatMap(Walk::fixedText);
        case Template.Literal other -> Optional.empty();
        case Template.Read read -> Optional.empty();
        case Template.Call call -> Optional.empty();
        case Template.Expression expression -> Optional.empty();
        case Template.Text text -> Optional.empty();
        case Template.Secret secret -> Optional.empty();
        case Template.Elements elements -> Optional.empty();
      };
    }

    private static Optional<String> fixedText(Template template) {
      return template instanceof Template.Literal(Json value) ? text(value) : Optional.empty();
    }

    private static Optional<String> text(Json value) {
      return value instanceof JsonString text ? Optional.of(text.value()) : Optional.empty();
    }

    private void distribution(State.MapEach map, Distribution distribution) {
      distribution
          .reader()
          .ifPresent(reader -> data(map, "ItemReader", reader.resource(), Purpose.READ_ITEMS));
      distribution
          .writer()
          .flatMap(Distribution.ResultWriter::resource)
          .ifPresent(resource -> data(map, "ResultWriter", resource, Purpose.WRITE_RESULTS));
    }

    private void data(State.MapEach map, String field, String resource, Purpose purpose) {
      String location = Pointer.member(Pointer.member(map.header().location(), field), "Resource");
      resources.add(new ResourceUse(map, location, resource, purpose, Optional.empty()));
    }
  }
}
