package dev.pawl.engine.expression;

/**
 * What one evaluation may spend. Counted in work, never in time, so that a breach is as
 * reproducible as a result.
 */
public final class Budget {

  /** How many values and sub-expressions an evaluation may look at. */
  public static final long MAX_VISITS = 2_000_000;

  /** How many bytes of strings, array slots and object members an evaluation may make. */
  public static final long MAX_PRODUCED = 32L * 1024 * 1024;

  /** How deeply calls and sub-expressions may be nested. */
  public static final int MAX_DEPTH = 410;

  private long visits;
  private long produced;
  private int depth;

  public void visit(long count) {
    visits += bounded(count, MAX_VISITS);
    if (visits > MAX_VISITS) {
      throw new ExpressionException(
          "budget",
          "the expression looks at more than " + MAX_VISITS + " values; make it do less at a time");
    }
  }

  /** To be called before the memory is taken. */
  public void produce(long bytes) {
    produced += bounded(bytes, MAX_PRODUCED);
    if (produced > MAX_PRODUCED) {
      throw new ExpressionException(
          "budget",
          "the expression makes more than " + MAX_PRODUCED + " bytes; make it produce less");
    }
  }

  public void enter() {
    if (++depth > MAX_DEPTH) {
      throw new ExpressionException(
          "budget",
          "the expression is nested deeper than " + MAX_DEPTH + " levels; use recursion sparingly");
    }
  }

  public void leave() {
    depth--;
  }

  /** An amount that was too large for its type is a breach, not a gift. */
  private static long bounded(long amount, long most) {
    return amount < 0 || amount > most ? most + 1 : amount;
  }
}
