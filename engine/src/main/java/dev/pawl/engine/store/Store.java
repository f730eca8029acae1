package dev.pawl.engine.store;

/** The storage of executions, as a set of ports. */
public interface Store extends AutoCloseable {

  /** Starts the session of a new incarnation of a node. */
  NodeSession join(String name);

  Inbox inbox();

  Offers offers();

  Versions versions();

  Executions executions();

  Breakers breakers();

  Maintenance maintenance();

  @Override
  void close();
}
