package dev.pawl.cli.durable;

import dev.pawl.cli.file.UsageException;
import dev.pawl.cli.run.RunPlan;
import dev.pawl.cli.run.RunScenario;
import dev.pawl.cli.run.ScenarioPorts;
import dev.pawl.cli.run.ScriptedAnswer;
import dev.pawl.cli.run.ScriptedValues;
import dev.pawl.engine.Outcome;
import dev.pawl.engine.store.ExecutionMetadata;
import dev.pawl.engine.store.TestRun;
import dev.pawl.model.FlowReferences.Purpose;
import dev.pawl.model.FlowResource;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/**
 * Relates the mocks of a command line to those of the test execution that it runs. The latter are
 * fixed at the start. A resource that had none then gets the mock of the command line as a handler
 * of the program; such a mock has one answer, so that no position in its answers can be lost.
 */
final class RunMocks {

  private RunMocks() {}

  /** Returns the mocks of a scenario as a test execution stores them. */
  static TestRun of(RunScenario scenario) {
    return TestRun.parse(scenario.mocks().toString());
  }

  /** Returns the mocks with which an execution was started. */
  static TestRun of(ExecutionMetadata info) {
    return info.tags().origin().test().map(TestRun::parse).orElse(TestRun.REAL);
  }

  /**
   * Checks that a scenario does not contradict the mocks with which the run was started.
   *
   * @throws UsageException if it does
   */
  static void check(RunScenario scenario, TestRun started) {
    TestRun given = of(scenario);
    for (String name : new TreeSet<>(scenario.answers().names())) {
      List<Outcome> now = given.mocks().getOrDefault(name, List.of());
      List<Outcome> fixed = started.mocks().get(name);
      if (fixed != null && !fixed.equals(now)) {
        throw refused(name, "the run was started with other mocks of it");
      }
      if (fixed == null && !now.isEmpty() && FlowResource.parse(name).isPresent()) {
        throw refused(name, "the run was started without it, and calls the flow itself");
      }
      if (fixed == null && now.size() > 1) {
        throw refused(name, "the run was started without it, so it can have one answer only");
      }
    }
  }

  /**
   * Checks that no call that passes on a task token has several answers: such a call is made by a
   * handler of the program, which does not know how often earlier programs were called.
   *
   * @throws UsageException if one has
   */
  static void checkTokenCalls(RunPlan plan) {
    ScriptedValues<ScriptedAnswer> answers = plan.scenario().answers();
    for (String resource : new TreeSet<>(plan.preflight().resources(Purpose.WORK))) {
      Optional<String> call = ScenarioPorts.withoutToken(resource);
      if (call.isPresent() && !answers.has(resource) && answers.all(call.get()).size() > 1) {
        throw new UsageException(
            "'%s' has several answers, but passes on the task token of '%s'; in a durable run it"
                    .formatted(call.get(), resource)
                + " has one");
      }
    }
  }

  private static UsageException refused(String name, String why) {
    return new UsageException(
        "mock of '%s': %s; mocks are fixed when a run starts (--key starts another run)"
            .formatted(name, why));
  }
}
