package dev.pawl.simulation;

import dev.pawl.engine.Command;
import dev.pawl.engine.Fact;
import dev.pawl.engine.History;
import dev.pawl.engine.OutstandingCommands;
import dev.pawl.engine.Status;
import dev.pawl.engine.node.ExecutionControl;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.Executions.Summary;
import java.time.Instant;
import java.util.HashSet;
import java.util.Set;

/** Simulated people who answer open human tasks: each task once, as its title says. */
final class LivePeople {

  private final ExecutionControl control;
  private final SimulatedPorts outside = new SimulatedPorts(0);
  private final Set<OpenTask> done = new HashSet<>();

  private record OpenTask(ExecutionKey key, Command.OpenHumanTask task) {}

  LivePeople(ExecutionControl control) {
    this.control = control;
  }

  void decideOpenTasks(Summary found) {
    ExecutionKey key = found.info().key();
    if (found.standing().filter(one -> one.waitsFor().incident().isPresent()).isPresent()) {
      return;
    }
    if (found.status() == Status.PAUSED) {
      control.resume(key);
    }
    if (found.standing().filter(one -> one.waitsFor().kinds().contains("person")).isPresent()) {
      History history = control.reader().history(key).orElseThrow();
      for (Command command : OutstandingCommands.of(history.execution())) {
        if (command instanceof Command.OpenHumanTask task && done.add(new OpenTask(key, task))) {
          outside.answers(history, task, Instant.EPOCH).forEach(answer -> act(key, answer.fact()));
        }
      }
    }
  }

  private void act(ExecutionKey key, Fact fact) {
    if (fact instanceof Fact.HumanActed acted) {
      control.act(key, acted.step(), acted.by(), acted.action());
    }
  }
}
