package dev.pawl.bench.compare;

/**
 * Number and length of the measurement rounds. Windows are whole seconds, because PostgreSQL
 * backends report their commits once a second. Each engine first runs unmeasured until its code is
 * compiled.
 */
record MeasurementPlan(int rounds, int warmUpMillis, Phase load, Phase alone, Phase raw) {

  record Phase(int warmUpMillis, int windowMillis) {}

  /** Returns the short plan: under three minutes for all engines. */
  static MeasurementPlan brief() {
    return new MeasurementPlan(
        1, 7_000, new Phase(1_500, 2_000), new Phase(500, 2_000), new Phase(500, 2_000));
  }

  /**
   * Returns the full plan. A round covers all engines before the next begins, so that other load on
   * the machine affects all of them.
   */
  static MeasurementPlan thorough() {
    return new MeasurementPlan(
        3, 15_000, new Phase(5_000, 10_000), new Phase(1_000, 5_000), new Phase(1_000, 5_000));
  }
}
