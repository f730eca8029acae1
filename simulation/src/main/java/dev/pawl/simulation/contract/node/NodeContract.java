package dev.pawl.simulation.contract.node;

import org.junit.jupiter.api.Nested;

/** The contract of nodes on every store; the test of each store extends it. */
public abstract class NodeContract {

  /** Opens a cluster without nodes on a new store, for one test. */
  protected abstract Cluster open() throws Exception;

  @Nested
  class Launching extends LaunchingContract {}

  @Nested
  class Calling extends CallingContract {}

  @Nested
  class CircuitBreakers extends BreakersContract {}

  @Nested
  class Settings extends SettingsContract {}

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
