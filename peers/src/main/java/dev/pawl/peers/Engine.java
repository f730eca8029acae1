package dev.pawl.peers;

/**
 * An engine under measurement. It has a constructor without arguments, because it is started by its
 * name in a process of its own.
 */
public interface Engine {

  /** Makes what it needs in an empty database and starts to work. Is called again after a close. */
  void open(Database database) throws Exception;

  /** Runs one execution, from its start until its end is durable. Any number of threads call it. */
  void execute(Workload workload) throws Exception;

  /** How many executions at once get the most out of it. */
  int alive(Workload workload);

  void close() throws Exception;
}
