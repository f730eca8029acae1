package dev.pawl.server.feed;

import dev.pawl.postgres.feed.FactKey;
import dev.pawl.postgres.feed.Moment;
import java.util.List;

/**
 * Facts that were found between two states and are not read yet.
 *
 * @param from the state of the tail that is to tell them: the earlier one until it has told some
 */
record Unread(Moment since, Moment now, Moment from, List<FactKey> keys) {

  /** So many are read before it is asked again who wants more. */
  private static final int SOME = 500;

  List<FactKey> some() {
    return keys.subList(0, Math.min(SOME, keys.size()));
  }

  boolean isMore() {
    return keys.size() > SOME;
  }

  Unread rest() {
    return new Unread(since, now, now, List.copyOf(keys.subList(SOME, keys.size())));
  }

  Place between() {
    return new Place(since, now.state(), FactKey.Spot.FIRST);
  }
}
