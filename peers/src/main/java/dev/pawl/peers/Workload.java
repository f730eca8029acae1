package dev.pawl.peers;

/** The workloads that every engine runs. */
public enum Workload {
  /** Five sequential steps, each with a result of 500 bytes. */
  W1(5),
  /** A hundred parallel steps and a join. */
  W2(100),
  /** One step. */
  W3(1),
  /** Five sequential steps, each with a result of 64 KB of which 5 % changed. */
  W4(5);

  private final int steps;

  Workload(int steps) {
    this.steps = steps;
  }

  public int steps() {
    return steps;
  }

  /** Returns the result of the given step, counted from 0. */
  public String result(int step) {
    return this == W4 ? StepDocuments.large(step) : StepDocuments.small();
  }
}
