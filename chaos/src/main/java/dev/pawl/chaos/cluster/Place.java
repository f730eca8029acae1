package dev.pawl.chaos.cluster;

/**
 * A database on this machine.
 *
 * @param name the database's own name on its server
 */
public record Place(int port, String name, String user, String password) {

  /** Its address for JDBC, through any port that leads to it. */
  public String url(int through) {
    return "jdbc:postgresql://127.0.0.1:%d/%s?sslmode=disable".formatted(through, name);
  }

  public String url() {
    return url(port);
  }
}
