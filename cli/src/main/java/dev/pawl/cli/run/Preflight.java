package dev.pawl.cli.run;

import dev.pawl.cli.file.FlowFile;
import dev.pawl.cli.file.UsageException;
import dev.pawl.engine.Fact.HumanActed.Action.Completed;
import dev.pawl.model.FlowReferences;
import dev.pawl.model.FlowReferences.Purpose;
import dev.pawl.model.FlowReferences.ResourceUse;
import dev.pawl.model.State;
import dev.pawl.model.finding.Nearest;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Checks a run before it begins: finds missing answers and unused ones. */
public final class Preflight {

  private static final Pattern SAFE_IN_A_SHELL = Pattern.compile("[\\w:./@+-]+");

  /** The only outcome of a Human state that defines none. */
  private static final String COMPLETED = "completed";

  private final RunScenario scenario;
  private final List<FlowReferences> references;

  public Preflight(RunScenario scenario, List<FlowFile> files) {
    this.scenario = scenario;
    this.references =
        files.stream().flatMap(f -> f.flow().stream()).map(f -> FlowReferences.of(f)).toList();
  }

  /**
   * Checks the scripted decisions.
   *
   * @throws UsageException if a state or an outcome does not exist
   */
  public void check() {
    for (String state : scenario.decisions().names()) {
      checkDecisions(state);
    }
  }

  /**
   * Returns the error for a call that nothing serves. It names all such resources of the flows at
   * once, so that the user does not find them one by one.
   */
  public UsageException unserved() {
    return unserved(resource -> false);
  }

  /**
   * Returns the error for a call that nothing serves.
   *
   * @param isMocked returns true for further resources that need no answer
   */
  public UsageException unserved(Predicate<String> isMocked) {
    Map<String, Set<String>> missing = new LinkedHashMap<>();
    for (FlowReferences flow : references) {
      for (ResourceUse use : flow.resources()) {
        if (!isServed(use) && !isMocked.test(use.resource())) {
          missing
              .computeIfAbsent(use.resource(), resource -> new TreeSet<>())
              .add(use.state().name());
        }
      }
    }
    return new UsageException(message(missing));
  }

  private boolean isServed(ResourceUse use) {
    return switch (use.purpose()) {
      case WORK -> use.call().isPresent() || ScenarioPorts.serve(scenario, use.resource());
      case READ_ITEMS -> scenario.answers().has(use.resource());
      // A scripted run has no effects to undo and writes no results: no answer is needed.
      case UNDO, WRITE_RESULTS -> true;
    };
  }

  private static String message(Map<String, Set<String>> missing) {
    String lacks =
        missing.entrySet().stream()
            .map(entry -> "'%s' (%s)".formatted(entry.getKey(), states(entry.getValue())))
            .collect(Collectors.joining(", "));
    String flags = missing.keySet().stream().map(Preflight::flag).collect(Collectors.joining(" "));
    return "nothing here serves " + lacks + "; say what to answer: " + flags;
  }

  private static String states(Set<String> names) {
    String list = names.stream().map(n -> "'" + n + "'").collect(Collectors.joining(", "));
    return (names.size() == 1 ? "state " : "states ") + list;
  }

  /** Returns the option that gives an answer, quoted for a shell. */
  static String flag(String resource) {
    return SAFE_IN_A_SHELL.matcher(resource).matches()
        ? "--mock " + resource + "=JSON"
        : "--mock '" + resource.replace("'", "'\\''") + "=JSON'";
  }

  private void checkDecisions(String state) {
    Set<String> outcomes = outcomes(state);
    if (outcomes.isEmpty()) {
      List<String> names =
          references.stream().flatMap(f -> f.humanTasks().stream()).map(State::name).toList();
      throw new UsageException(
          "--decide: there is no Human state '%s'%s".formatted(state, hint(state, names)));
    }
    for (Completed decision : scenario.decisions().all(state)) {
      if (!outcomes.contains(decision.outcome())) {
        throw new UsageException(
            "--decide: '%s' has no outcome '%s', only %s"
                .formatted(state, decision.outcome(), String.join(", ", outcomes)));
      }
    }
  }

  /** Returns a message for each answer that no state uses, which is most likely misspelt. */
  public List<String> unused() {
    Set<String> known = new TreeSet<>();
    references.forEach(flow -> flow.resources().forEach(use -> known.add(use.resource())));
    List<String> sentences = new ArrayList<>();
    for (String resource : new TreeSet<>(scenario.answers().names())) {
      boolean token = known.contains(resource + ScenarioPorts.TOKEN);
      if (!known.contains(resource) && !token) {
        sentences.add("no state calls '%s'%s".formatted(resource, hint(resource, known)));
      }
    }
    return sentences;
  }

  /** Returns the resources that the flows use for the given purpose. */
  public Set<String> resources(Purpose purpose) {
    return references.stream()
        .flatMap(flow -> flow.resources().stream())
        .filter(use -> use.purpose() == purpose)
        .map(ResourceUse::resource)
        .collect(Collectors.toSet());
  }

  /** Returns the outcomes of the Human state of the given name; empty if there is no such state. */
  public Set<String> outcomes(String state) {
    Set<String> outcomes = new TreeSet<>();
    references.stream()
        .flatMap(flow -> flow.humanTasks().stream())
        .filter(human -> human.name().equals(state))
        .forEach(human -> outcomes.addAll(outcomes(human)));
    return outcomes;
  }

  private static Set<String> outcomes(State.Human human) {
    return human.outcomes().isEmpty() ? Set.of(COMPLETED) : human.outcomes().keySet();
  }

  private static String hint(String written, Collection<String> names) {
    return Nearest.of(written, names).map(name -> "; did you mean '" + name + "'?").orElse("");
  }
}
