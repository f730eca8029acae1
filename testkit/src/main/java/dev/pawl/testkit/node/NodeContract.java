package dev.pawl.testkit.node;

import org.junit.jupiter.api.Nested;

/** What nodes promise on every store. A store's own test extends this. */
public abstract class NodeContract {

  /** A store of its own for each test, and nobody on it yet. */
  protected abstract Cluster open() throws Exception;

  @Nested
  class Launching extends LaunchingContract {}

  @Nested
  class Calling extends CallingContract {}

  @Nested
  class HandingOver extends HandingOverContract {}

  @Nested
  class Waiting extends WaitingContract {}

  @Nested
  class Operating extends OperatingContract {}

  @Nested
  class Nesting extends NestingContract {}

  @Nested
  class ConcurrencyLimits extends ConcurrencyLimitsContract {}

  @Nested
  class Readers extends ReadersContract {}

  @Nested
  class Sharing extends SharingContract {}

  @Nested
  class Testing extends TestingContract {}
}
