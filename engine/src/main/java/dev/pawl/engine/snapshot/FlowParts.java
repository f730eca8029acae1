package dev.pawl.engine.snapshot;

import dev.pawl.engine.MachinePath;
import dev.pawl.engine.bytes.DamagedBytesException;
import dev.pawl.model.Distribution;
import dev.pawl.model.Flow;
import dev.pawl.model.Machine;
import dev.pawl.model.State;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * The parts of a flow that an execution may refer to, numbered in an order that depends only on the
 * flow.
 */
final class FlowParts {

  /** The types of parts. */
  static final List<Class<?>> KINDS =
      List.of(Machine.class, Distribution.ItemReader.Format.class, Distribution.ResultWriter.class);

  private final Flow flow;
  // Filled on first use, as few executions refer to any part.
  private final List<Object> parts = new ArrayList<>();
  private final Map<Object, Integer> numbers = new IdentityHashMap<>();

  FlowParts(Flow flow) {
    this.flow = flow;
  }

  int number(Object part) {
    collectParts();
    Integer number = numbers.get(part);
    if (number == null) {
      throw new IllegalArgumentException(
          "the execution was not folded with this flow: it has a foreign "
              + part.getClass().getSimpleName());
    }
    return number;
  }

  Object part(int number) {
    collectParts();
    if (number < 0 || number >= parts.size()) {
      throw new DamagedBytesException("the flow has no part " + number);
    }
    return parts.get(number);
  }

  private void collectParts() {
    if (!parts.isEmpty()) {
      return;
    }
    for (Machine machine : MachinePath.all(flow).values()) {
      add(machine);
      for (State state : machine.states().values()) {
        if (state instanceof State.MapEach map) {
          map.distribution().flatMap(Distribution::reader).ifPresent(it -> add(it.format()));
          map.distribution().flatMap(Distribution::writer).ifPresent(this::add);
        }
      }
    }
  }

  private void add(Object part) {
    numbers.putIfAbsent(part, parts.size());
    parts.add(part);
  }
}
