package dev.pawl.testkit.simulation;

import dev.pawl.engine.Command;
import dev.pawl.engine.Fact;
import dev.pawl.engine.History;
import dev.pawl.engine.Outstanding;
import dev.pawl.engine.Status;
import dev.pawl.engine.node.Control;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.Executions.Summary;
import java.time.Instant;
import java.util.HashSet;
import java.util.Set;

/** People who find what waits for them: each step gets what its title says, once. */
final class LivePeople {

  private final Control control;
  private final Outside outside = new Outside(0);
  private final Set<Duty> done = new HashSet<>();

  private record Duty(ExecutionKey key, Command.OpenHumanTask task) {}

  LivePeople(Control control) {
    this.control = control;
  }

  void look(Summary found) {
    ExecutionKey key = found.card().key();
    if (found.standing().filter(one -> one.waitsFor().incident().isPresent()).isPresent()) {
      return;
    }
    if (found.status() == Status.PAUSED) {
      control.resume(key);
    }
    if (found.standing().filter(one -> one.waitsFor().kinds().contains("person")).isPresent()) {
      History history = control.history(key).orElseThrow();
      for (Command command : Outstanding.of(history.execution())) {
        if (command instanceof Command.OpenHumanTask task && done.add(new Duty(key, task))) {
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
