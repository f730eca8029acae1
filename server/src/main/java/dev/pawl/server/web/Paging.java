package dev.pawl.server.web;

import dev.pawl.server.problem.Refusal;

/** How long pages may be. */
public final class Paging {

  public static final int MOST = 1_000;

  private Paging() {}

  public static int checked(int limit) {
    if (limit < 1 || limit > MOST) {
      throw Refusal.malformed("the limit is a number from 1 to " + MOST);
    }
    return limit;
  }
}
