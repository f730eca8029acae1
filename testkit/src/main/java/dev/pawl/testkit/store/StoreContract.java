package dev.pawl.testkit.store;

import dev.pawl.engine.store.Membership;
import dev.pawl.engine.store.Store;
import dev.pawl.testkit.store.contract.ChildrenContract;
import dev.pawl.testkit.store.contract.ClaimContract;
import dev.pawl.testkit.store.contract.JournalContract;
import dev.pawl.testkit.store.contract.LettersContract;
import dev.pawl.testkit.store.contract.LimitsContract;
import dev.pawl.testkit.store.contract.MailContract;
import dev.pawl.testkit.store.contract.MembershipContract;
import dev.pawl.testkit.store.contract.ParkingContract;
import dev.pawl.testkit.store.contract.SearchContract;
import dev.pawl.testkit.store.contract.StartsContract;
import dev.pawl.testkit.store.contract.UpkeepContract;
import dev.pawl.testkit.store.contract.VersionsContract;
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

  @Nested
  class Journal extends JournalContract {
    @Override
    protected Store open() throws Exception {
      return StoreContract.this.open();
    }

    @Override
    protected void expire(Store store, Membership member) throws Exception {
      StoreContract.this.expire(store, member);
    }
  }

  @Nested
  class Starts extends StartsContract {
    @Override
    protected Store open() throws Exception {
      return StoreContract.this.open();
    }

    @Override
    protected void expire(Store store, Membership member) throws Exception {
      StoreContract.this.expire(store, member);
    }
  }

  @Nested
  class Parking extends ParkingContract {
    @Override
    protected Store open() throws Exception {
      return StoreContract.this.open();
    }

    @Override
    protected void expire(Store store, Membership member) throws Exception {
      StoreContract.this.expire(store, member);
    }
  }

  @Nested
  class Letters extends LettersContract {
    @Override
    protected Store open() throws Exception {
      return StoreContract.this.open();
    }

    @Override
    protected void expire(Store store, Membership member) throws Exception {
      StoreContract.this.expire(store, member);
    }
  }

  @Nested
  class Mail extends MailContract {
    @Override
    protected Store open() throws Exception {
      return StoreContract.this.open();
    }

    @Override
    protected void expire(Store store, Membership member) throws Exception {
      StoreContract.this.expire(store, member);
    }
  }

  @Nested
  class Children extends ChildrenContract {
    @Override
    protected Store open() throws Exception {
      return StoreContract.this.open();
    }

    @Override
    protected void expire(Store store, Membership member) throws Exception {
      StoreContract.this.expire(store, member);
    }
  }

  @Nested
  class Claim extends ClaimContract {
    @Override
    protected Store open() throws Exception {
      return StoreContract.this.open();
    }

    @Override
    protected void expire(Store store, Membership member) throws Exception {
      StoreContract.this.expire(store, member);
    }
  }

  @Nested
  class Limits extends LimitsContract {
    @Override
    protected Store open() throws Exception {
      return StoreContract.this.open();
    }

    @Override
    protected void expire(Store store, Membership member) throws Exception {
      StoreContract.this.expire(store, member);
    }
  }

  @Nested
  class Members extends MembershipContract {
    @Override
    protected Store open() throws Exception {
      return StoreContract.this.open();
    }

    @Override
    protected void expire(Store store, Membership member) throws Exception {
      StoreContract.this.expire(store, member);
    }
  }

  @Nested
  class Search extends SearchContract {
    @Override
    protected Store open() throws Exception {
      return StoreContract.this.open();
    }

    @Override
    protected void expire(Store store, Membership member) throws Exception {
      StoreContract.this.expire(store, member);
    }
  }

  @Nested
  class Upkeep extends UpkeepContract {
    @Override
    protected Store open() throws Exception {
      return StoreContract.this.open();
    }

    @Override
    protected void expire(Store store, Membership member) throws Exception {
      StoreContract.this.expire(store, member);
    }
  }

  @Nested
  class Versions extends VersionsContract {
    @Override
    protected Store open() throws Exception {
      return StoreContract.this.open();
    }

    @Override
    protected void expire(Store store, Membership member) throws Exception {
      StoreContract.this.expire(store, member);
    }
  }
}
