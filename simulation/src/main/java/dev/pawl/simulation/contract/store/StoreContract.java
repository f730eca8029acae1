package dev.pawl.simulation.contract.store;

import dev.pawl.engine.store.NodeSession;
import dev.pawl.engine.store.Store;
import org.junit.jupiter.api.Nested;

/**
 * The contract of every store. Extend it, implement how an empty store is opened and how a lease
 * expires, and run it as a test.
 *
 * <p>Limits are set before nodes join that must know them, and ids are UUIDv7. Facts, messages,
 * snapshots and documents are arbitrary bytes.
 */
public abstract class StoreContract {

  /** Opens an empty store, which is closed after the test. */
  protected abstract Store open() throws Exception;

  /** Lets the lease of one node expire, as if it had not been renewed in time. */
  protected abstract void expire(Store store, NodeSession member) throws Exception;

  /** Returns true if the store signals new offers to subscribers; otherwise they poll. */
  protected boolean supportsNotifications() {
    return true;
  }

  @Nested
  class Journal extends JournalContract {}

  @Nested
  class Starts extends StartsContract {}

  @Nested
  class Parking extends ParkingContract {}

  @Nested
  class Messages extends InboxMessagesContract {}

  @Nested
  class Inbox extends InboxContract {}

  @Nested
  class Offers extends OffersContract {}

  @Nested
  class Children extends ChildrenContract {}

  @Nested
  class Claim extends ClaimContract {}

  @Nested
  class Limits extends LimitsContract {}

  @Nested
  class ConcurrentLimits extends ConcurrentLimitsContract {}

  @Nested
  class Overflow extends OverflowContract {}

  @Nested
  class Members extends NodeSessionContract {}

  @Nested
  class Search extends SearchContract {}

  @Nested
  class Maintenance extends MaintenanceContract {}

  @Nested
  class Versions extends VersionsContract {}
}
