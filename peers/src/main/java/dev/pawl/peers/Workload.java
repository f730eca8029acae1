package dev.pawl.peers;

/** The work that every engine is given. */
public enum Workload {
  /** Five steps, one after the other, each with a result of 500 bytes. */
  W1(5),
  /** A hundred steps at once and a join. */
  W2(100),
  /** One step. */
  W3(1),
  /** Five steps, each with a result of 64 KB of which a twentieth is new. */
  W4(5);

  private final int steps;

  Workload(int steps) {
    this.steps = steps;
  }

  public int steps() {
    return steps;
  }

  /** What step number {@code step}, counted from 0, results in. */
  public String result(int step) {
    return this == W4 ? Documents.large(step) : Documents.small();
  }
}
