package dev.pawl.peers.flowable;

import dev.pawl.peers.Workload;

/** The workloads as BPMN processes. */
final class BpmnProcesses {

  static final String BRANCH = "branch";
  static final String JOIN = "join";

  private BpmnProcesses() {}

  static String of(Workload workload) {
    return """
    <definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL"
        xmlns:flowable="http://flowable.org/bpmn" targetNamespace="peers">
      <process id="%s" isExecutable="true">
        <startEvent id="start"/>
    %s
        <endEvent id="end"/>
      </process>
    </definitions>
    """
        .formatted(workload, workload == Workload.W2 ? fanOut() : chain(workload));
  }

  static String delegate(Workload workload, int step) {
    return workload.name() + "_" + step;
  }

  private static String chain(Workload workload) {
    StringBuilder text = new StringBuilder();
    String previous = "start";
    for (int step = 0; step < workload.steps(); step++) {
      String id = delegate(workload, step);
      text.append(flow(previous, id)).append(task(id, id, true, ""));
      previous = id;
    }
    return text.append(flow(previous, "end")).toString();
  }

  private static String fanOut() {
    String loop =
        """
        <multiInstanceLoopCharacteristics isSequential="false" flowable:noWaitStatesAsyncLeave="true">
          <loopCardinality>%d</loopCardinality>
        </multiInstanceLoopCharacteristics>
        """
            .formatted(Workload.W2.steps());
    return flow("start", BRANCH)
        + task(BRANCH, BRANCH, true, loop)
        + flow(BRANCH, JOIN)
        + task(JOIN, JOIN, false, "")
        + flow(JOIN, "end");
  }

  private static String task(String id, String delegate, boolean async, String inside) {
    return """
    <serviceTask id="%s" flowable:async="%s" flowable:exclusive="false"
        flowable:delegateExpression="${%s}">%s</serviceTask>
    """
        .formatted(id, async, delegate, inside);
  }

  private static String flow(String from, String to) {
    return "<sequenceFlow id=\"%1$s-%2$s\" sourceRef=\"%1$s\" targetRef=\"%2$s\"/>%n"
        .formatted(from, to);
  }
}
