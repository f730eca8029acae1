package dev.pawl.server.feed;

import dev.pawl.postgres.feed.DbSnapshot;
import dev.pawl.postgres.feed.FactKey;
import java.util.List;

/**
 * Facts that became visible between two database snapshots and have not been read yet.
 *
 * @param from snapshot that the feed must be at to accept them
 */
record Backlog(DbSnapshot since, DbSnapshot now, DbSnapshot from, List<FactKey> keys) {

  /** Number of facts to read at a time. */
  private static final int CHUNK_KEYS = 500;

  List<FactKey> nextKeys() {
    return keys.subList(0, Math.min(CHUNK_KEYS, keys.size()));
  }

  boolean isMore() {
    return keys.size() > CHUNK_KEYS;
  }

  Backlog rest() {
    return new Backlog(since, now, now, List.copyOf(keys.subList(CHUNK_KEYS, keys.size())));
  }

  FeedCursor cursor() {
    return new FeedCursor(since, now.state(), FactKey.Spot.FIRST);
  }
}
