package dev.pawl.peers;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;

/** The JDBC address and credentials of the database of an engine. */
public record Database(String url, String user, String password) {

  public Connection connect() throws SQLException {
    return DriverManager.getConnection(url, user, password);
  }
}
