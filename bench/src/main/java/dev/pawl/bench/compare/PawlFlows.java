package dev.pawl.bench.compare;

import dev.pawl.peers.Workload;

/** The workloads in Amazon States Language. */
final class PawlFlows {

  private PawlFlows() {}

  static String resource(Workload workload, int task) {
    return workload + "-" + task;
  }

  /** Returns the number of Task states; W2 has one, which is visited a hundred times. */
  static int tasks(Workload workload) {
    return workload == Workload.W2 ? 1 : workload.steps();
  }

  static String definition(Workload workload) {
    return workload == Workload.W2 ? fanOut() : chain(workload);
  }

  private static String chain(Workload workload) {
    StringBuilder states = new StringBuilder();
    for (int task = 0; task < workload.steps(); task++) {
      boolean last = task + 1 == workload.steps();
      states
          .append(task == 0 ? "" : ", ")
          .append(task(task, workload, last ? "\"End\": true" : next(task + 1)));
    }
    return "{\"StartAt\": \"0\", \"States\": {" + states + "}}";
  }

  private static String fanOut() {
    return """
    {"StartAt": "All", "States": {"All": {
      "Type": "Map",
      "ItemProcessor": {"StartAt": "0", "States": {%s}},
      "End": true}}}
    """
        .formatted(task(0, Workload.W2, "\"End\": true"));
  }

  private static String task(int task, Workload workload, String then) {
    return "\"%d\": {\"Type\": \"Task\", \"Resource\": \"%s\", %s}"
        .formatted(task, resource(workload, task), then);
  }

  private static String next(int task) {
    return "\"Next\": \"" + task + "\"";
  }
}
