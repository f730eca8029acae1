package dev.pawl.peers;

/**
 * An engine under measurement. Implementations need a constructor without arguments, because the
 * engine is started by class name in its own process.
 */
public interface Engine {

  /**
   * Creates the tables in an empty database and starts the engine; may be called again after {@code
   * close}.
   */
  void open(Database database) throws Exception;

  /** Runs one execution and returns when its end is durable; called by many threads. */
  void execute(Workload workload) throws Exception;

  /** Returns the number of concurrent executions at which the engine has its best throughput. */
  int alive(Workload workload);

  void close() throws Exception;
}
