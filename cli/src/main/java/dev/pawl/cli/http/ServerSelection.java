package dev.pawl.cli.http;

/** Selects the server for a command. */
public interface ServerSelection {

  /**
   * Returns the server that the options, the environment and the profiles select.
   *
   * @throws NoKeyException if a named key file cannot be read
   * @throws NoServerException if no server runs on the named data folder
   */
  ServerAddress address();
}
