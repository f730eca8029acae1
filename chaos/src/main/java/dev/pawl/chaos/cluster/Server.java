package dev.pawl.chaos.cluster;

import java.io.IOException;

/** A PostgreSQL server that can be hurt. */
public interface Server extends AutoCloseable {

  /** An empty database on it. */
  Place newDatabase() throws Exception;

  /** Kills its first process, as kill -9, and says when that was. */
  void kill() throws Exception;

  /** Returns when it answers again. */
  void awaitBack() throws Exception;

  @Override
  void close() throws IOException;
}
