package dev.pawl.engine.store;

/** Where executions are kept. */
public interface Store extends AutoCloseable {

  /** Begins a new incarnation of a node. */
  Membership join(String name);

  Mail mail();

  Offers offers();

  Versions versions();

  Executions executions();

  Upkeep upkeep();

  @Override
  void close();
}
