package dev.pawl.cli.durable;

import dev.pawl.cli.file.Texts;
import dev.pawl.cli.file.UsageException;
import dev.pawl.postgres.PostgresNode;
import dev.pawl.postgres.PostgresNodeBuilder;
import dev.pawl.postgres.database.Database;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;

/** The database that stores a run: embedded in a folder, or a shared server. */
public sealed interface RunDatabase {

  /** A folder with an embedded PostgreSQL, which only one program uses at a time. */
  record Folder(Path path) implements RunDatabase {}

  /** A database that other programs may use as well. */
  record Server(Database database) implements RunDatabase {}

  /**
   * Returns the folder or the database that the options name.
   *
   * @param password used if the address contains none; may be empty
   * @throws UsageException if the folder is a file or the address is invalid
   */
  static RunDatabase of(Optional<String> folder, Optional<String> url, String password) {
    if (folder.isPresent()) {
      return new Folder(folder(folder.get()));
    }
    try {
      Database database = Database.at(url.orElseThrow());
      return new Server(
          database.password().isEmpty()
              ? new Database(database.url(), database.user(), password)
              : database);
    } catch (IllegalArgumentException e) {
      throw new UsageException("--database: " + e.getMessage());
    }
  }

  private static Path folder(String name) {
    Path path = Texts.path(name);
    if (Files.exists(path) && !Files.isDirectory(path)) {
      throw new UsageException("--data: '" + name + "' is a file, not a folder");
    }
    return path;
  }

  /**
   * Returns a builder for a node on this database.
   *
   * @param printer receives a message if the preparation takes a while
   */
  default PostgresNodeBuilder prepare(Consumer<String> printer) {
    return switch (this) {
      case Folder folder -> {
        if (!Files.exists(folder.path())) {
          printer.accept("setting up a PostgreSQL in '" + folder.path() + "' ...");
        }
        yield PostgresNode.in(folder.path());
      }
      case Server server -> PostgresNode.on(server.database());
    };
  }

  /** Returns true if other programs may serve resources that this one does not. */
  default boolean isShared() {
    return this instanceof Server;
  }
}
