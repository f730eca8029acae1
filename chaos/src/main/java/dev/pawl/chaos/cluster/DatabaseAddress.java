package dev.pawl.chaos.cluster;

/**
 * The address of a database on this machine.
 *
 * @param name the name of the database on its server
 */
public record DatabaseAddress(int port, String name, String user, String password) {

  /** Returns the JDBC address through the given port. */
  public String url(int through) {
    return "jdbc:postgresql://127.0.0.1:%d/%s?sslmode=disable".formatted(through, name);
  }

  public String url() {
    return url(port);
  }
}
