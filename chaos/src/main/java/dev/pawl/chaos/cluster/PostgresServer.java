package dev.pawl.chaos.cluster;

import java.io.IOException;

/** A PostgreSQL server that can be killed. */
public interface PostgresServer extends AutoCloseable {

  /** Creates an empty database. */
  DatabaseAddress newDatabase() throws Exception;

  /** Kills the postmaster with SIGKILL. */
  void kill() throws Exception;

  /** Waits until the server accepts connections again. */
  void awaitBack() throws Exception;

  @Override
  void close() throws IOException;
}
