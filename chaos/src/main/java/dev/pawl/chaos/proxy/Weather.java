package dev.pawl.chaos.proxy;

import java.time.Duration;

/** What a proxy does to the connections that go through it. */
public sealed interface Weather {

  /** Everything passes. */
  enum Fair implements Weather {
    FAIR
  }

  /** New connections are reset at once, as if nobody listened. */
  enum Shut implements Weather {
    SHUT
  }

  /** Connections are accepted, and nothing passes in either direction until the weather changes. */
  enum BlackHole implements Weather {
    BLACK_HOLE
  }

  /** Everything passes a little later. */
  record Slow(Duration delay) implements Weather {}

  /** Each connection is reset after so many bytes from the server. */
  record CutAfter(long bytes) implements Weather {}

  /**
   * A share of the statements that write are cut off: before they reach the server, while it works
   * on them, or after they were committed and before the answer is through.
   */
  record LosingAnswers(double share, Loss loss) implements Weather {}

  /** Where a statement is cut off. */
  enum Loss {
    /** The server never sees it. */
    REQUEST,
    /** The server sees it, and nobody knows what came of it. */
    IN_FLIGHT,
    /** It is committed; the answer is swallowed. */
    ANSWER,
    /** One of the above, by chance. */
    ANY
  }
}
