package dev.pawl.testkit.store.contract;

import dev.pawl.engine.store.Membership;
import dev.pawl.engine.store.Store;
import org.junit.jupiter.api.Nested;

/**
 * What every store must do. Extend it, say how an empty store is opened and how a node's lease runs
 * out, and run it as a test.
 *
 * <p>Two things are taken for granted: limits are set before the nodes join that must know them,
 * and ids are of version 7. Facts, letters, snapshots and documents are any bytes.
 */
public abstract class StoreContract {

  /** Opens a store in which there is nothing. It is closed after the test. */
  protected abstract Store open() throws Exception;

  /** Lets a node's lease be over, as if it had not renewed it in time. Others are not touched. */
  protected abstract void expire(Store store, Membership member) throws Exception;

  /**
   * Whether those who wait for offers are told of them; a store may leave it to their next look.
   */
  protected boolean tells() {
    return true;
  }

  @Nested
  class Journal extends JournalContract {}

  @Nested
  class Starts extends StartsContract {}

  @Nested
  class Parking extends ParkingContract {}

  @Nested
  class Letters extends LettersContract {}

  @Nested
  class Mail extends MailContract {}

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
  class Members extends MembershipContract {}

  @Nested
  class Search extends SearchContract {}

  @Nested
  class Upkeep extends UpkeepContract {}

  @Nested
  class Versions extends VersionsContract {}
}
