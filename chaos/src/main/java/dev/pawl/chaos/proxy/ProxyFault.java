package dev.pawl.chaos.proxy;

import java.time.Duration;

/** A network fault that the proxy injects. */
public sealed interface ProxyFault {

  /** No fault. */
  enum NoFault implements ProxyFault {
    FAIR
  }

  /** New connections are reset at once, as if the port were closed. */
  enum RefusedConnections implements ProxyFault {
    SHUT
  }

  /** Connections are accepted, and nothing passes in either direction until the fault ends. */
  enum BlackHole implements ProxyFault {
    BLACK_HOLE
  }

  /** Everything passes with a delay. */
  record DelayedTraffic(Duration delay) implements ProxyFault {}

  /** Each connection is reset after a number of bytes from the server. */
  record ResetAfterBytes(long bytes) implements ProxyFault {}

  /**
   * A share of the writing statements is cut off: before they reach the server, during their
   * execution, or after their commit and before its answer.
   */
  record CutStatements(double share, CutPoint loss) implements ProxyFault {}

  /** The point at which a statement is cut off. */
  enum CutPoint {
    /** Before it reaches the server. */
    REQUEST,
    /** While the server executes it, so that its outcome is unknown. */
    IN_FLIGHT,
    /** After the commit and before its answer. */
    ANSWER,
    /** A random one of the others. */
    ANY
  }
}
