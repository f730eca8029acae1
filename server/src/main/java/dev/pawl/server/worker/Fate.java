package dev.pawl.server.worker;

import java.util.Locale;

/** What became of what a worker sent. */
enum Fate {
  ACCEPTED,
  KEPT,
  /** Others may have it. */
  RELEASED,
  /** Nobody wants it any more: cancelled, timed out, answered before, or taken over. */
  GONE,
  /** There never was such a token. */
  UNKNOWN;

  String code() {
    return name().toLowerCase(Locale.ROOT);
  }
}
