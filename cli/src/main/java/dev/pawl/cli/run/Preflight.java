package dev.pawl.cli.run;

import dev.pawl.cli.file.FlowFile;
import dev.pawl.cli.file.UsageException;
import dev.pawl.engine.Fact.HumanActed.Action.Completed;
import dev.pawl.model.State;
import dev.pawl.model.Survey;
import dev.pawl.model.finding.Nearest;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** What can be said about a run before it begins: what it would lack, and what it has in vain. */
public final class Preflight {

  private static final Pattern SAFE_IN_A_SHELL = Pattern.compile("[\\w:./@+-]+");

  /** The only outcome of a Human state that lists none. */
  private static final String COMPLETED = "completed";

  private final Scenario scenario;
  private final List<Survey> surveys;

  public Preflight(Scenario scenario, List<FlowFile> files) {
    this.scenario = scenario;
    this.surveys =
        files.stream().flatMap(f -> f.flow().stream()).map(f -> Survey.of(f.machine())).toList();
  }

  /**
   * @throws UsageException if the run was given an impossible decision
   */
  public void check() {
    for (String state : scenario.decisions().names()) {
      checkDecisions(state);
    }
  }

  /**
   * A run has come to a call that nothing serves. It names all such resources of the flow, so that
   * nobody is told of them one by one.
   */
  public UsageException unserved() {
    Map<String, Set<String>> missing = new LinkedHashMap<>();
    for (Survey survey : surveys) {
      for (Survey.Use use : survey.uses()) {
        if (!isServed(use)) {
          missing
              .computeIfAbsent(use.resource(), resource -> new TreeSet<>())
              .add(use.state().name());
        }
      }
    }
    return new UsageException(sentence(missing));
  }

  private boolean isServed(Survey.Use use) {
    return switch (use.purpose()) {
      case WORK -> Neighbours.isFlow(use.resource()) || Mocks.serve(scenario, use.resource());
      case READ_ITEMS -> scenario.answers().has(use.resource());
      // Whatever a rehearsal undoes or writes was never there: no answer is needed.
      case UNDO, WRITE_RESULTS -> true;
    };
  }

  private static String sentence(Map<String, Set<String>> missing) {
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

  /** The option that gives an answer, ready to be copied to a shell. */
  static String flag(String resource) {
    return SAFE_IN_A_SHELL.matcher(resource).matches()
        ? "--mock " + resource + "=JSON"
        : "--mock '" + resource.replace("'", "'\\''") + "=JSON'";
  }

  private void checkDecisions(String state) {
    Set<String> outcomes = outcomes(state);
    if (outcomes.isEmpty()) {
      List<String> names =
          surveys.stream().flatMap(s -> s.humans().stream()).map(State::name).toList();
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

  /** Sentences about what was given and is not used: most likely misspelt. */
  public List<String> unused() {
    Set<String> known = new TreeSet<>();
    surveys.forEach(survey -> survey.uses().forEach(use -> known.add(use.resource())));
    List<String> sentences = new ArrayList<>();
    for (String resource : new TreeSet<>(scenario.answers().names())) {
      boolean token = known.contains(resource + Mocks.TOKEN);
      if (!known.contains(resource) && !token) {
        sentences.add("no state calls '%s'%s".formatted(resource, hint(resource, known)));
      }
    }
    return sentences;
  }

  /** The resources that are asked for something of that kind. */
  public Set<String> resources(Survey.Purpose purpose) {
    return surveys.stream()
        .flatMap(survey -> survey.uses().stream())
        .filter(use -> use.purpose() == purpose)
        .map(Survey.Use::resource)
        .collect(Collectors.toSet());
  }

  /** What the Human state of that name can end with. */
  public Set<String> outcomes(String state) {
    Set<String> outcomes = new TreeSet<>();
    surveys.stream()
        .flatMap(survey -> survey.humans().stream())
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
