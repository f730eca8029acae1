package dev.pawl.postgres.claim;

import dev.pawl.engine.store.Letter;
import dev.pawl.postgres.connection.Line;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Finds letters that came to executions while a node had them. */
public final class ReadLetters {

  // An execution may have moved on since the letter came; whoever claims it finds the letter.
  private static final String LETTERS =
      """
      select i.tenant, i.execution, i.number, i.at, i.body from pawl.inbox i
       where i.owner = ? and exists (
               select from pawl.execution e
                where e.tenant = i.tenant and e.id = i.execution and e.owner = i.owner)
       order by i.owner, i.at, i.number limit ?
      """;

  private final Line line;
  private final int node;

  public ReadLetters(Line line, int node) {
    this.line = line;
    this.node = node;
  }

  public List<Letter> read(int max) throws SQLException {
    PreparedStatement statement = line.statement(LETTERS);
    statement.setInt(1, node);
    statement.setInt(2, max);
    List<Letter> letters = new ArrayList<>();
    try (ResultSet rows = statement.executeQuery()) {
      while (rows.next()) {
        letters.add(ReadClaimed.letter(rows));
      }
    }
    return letters;
  }
}
