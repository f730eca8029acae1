package dev.pawl.engine.expression;

/**
 * The limits of one evaluation. They count work, never time, so that exceeding them is as
 * reproducible as a result.
 */
public final class Budget {

  /** The maximum number of values and sub-expressions that an evaluation may visit. */
  public static final long MAX_VISITS = 2_000_000;

  /**
   * The maximum number of bytes of strings, array slots and object members that an evaluation may
   * create.
   */
  public static final long MAX_PRODUCED = 32L * 1024 * 1024;

  /** The maximum nesting depth of calls and sub-expressions. */
  public static final int MAX_DEPTH = 410;

  private long visits;
  private long produced;
  private int depth;

  /**
   * Counts visited values and sub-expressions.
   *
   * @throws ExpressionException with code {@code budget} if there are too many
   */
  public void visit(long count) {
    visits += bounded(count, MAX_VISITS);
    if (visits > MAX_VISITS) {
      throw new ExpressionException(
          "budget",
          "the expression looks at more than " + MAX_VISITS + " values; make it do less at a time");
    }
  }

  /**
   * Counts created bytes; must be called before the memory is allocated.
   *
   * @throws ExpressionException with code {@code budget} if there are too many
   */
  public void produce(long bytes) {
    produced += bounded(bytes, MAX_PRODUCED);
    if (produced > MAX_PRODUCED) {
      throw new ExpressionException(
          "budget",
          "the expression makes more than " + MAX_PRODUCED + " bytes; make it produce less");
    }
  }

  /**
   * Counts one level of nesting, until {@link #leave()}.
   *
   * @throws ExpressionException with code {@code budget} if the nesting is too deep
   */
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

  /** Returns the amount, or more than the maximum if it is above that or has overflowed. */
  private static long bounded(long amount, long most) {
    return amount < 0 || amount > most ? most + 1 : amount;
  }
}
