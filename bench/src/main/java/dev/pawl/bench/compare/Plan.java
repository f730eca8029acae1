package dev.pawl.bench.compare;

/**
 * How long and how often. Windows are whole seconds, which is how often PostgreSQL's processes tell
 * of their commits. Before all, each engine runs unmeasured until it is compiled.
 */
record Plan(int rounds, int heatMillis, Phase load, Phase alone, Phase raw) {

  record Phase(int warmUpMillis, int windowMillis) {}

  /** Under three minutes with all engines. */
  static Plan brief() {
    return new Plan(
        1, 7_000, new Phase(1_500, 2_000), new Phase(500, 2_000), new Phase(500, 2_000));
  }

  /** Rounds go over all engines before the next begins: who disturbs, disturbs all of them. */
  static Plan thorough() {
    return new Plan(
        3, 15_000, new Phase(5_000, 10_000), new Phase(1_000, 5_000), new Phase(1_000, 5_000));
  }
}
