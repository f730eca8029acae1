package dev.pawl.cli.durable;

import dev.pawl.cli.file.Texts;
import dev.pawl.cli.file.UsageException;
import dev.pawl.postgres.Pawl;
import dev.pawl.postgres.PawlBuilder;
import dev.pawl.postgres.database.Database;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;

/** Where a run is kept. */
public sealed interface Place {

  /** A folder with a PostgreSQL of its own: nobody else is there while we are. */
  record Folder(Path path) implements Place {}

  /** A database that other programs may work in too. */
  record Server(Database database) implements Place {}

  /**
   * @param password for a server whose address has none; empty if there is none
   * @throws UsageException unless exactly one of both is given, and can be understood
   */
  static Place of(Optional<String> folder, Optional<String> url, String password) {
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
   * @param tell hears of it when something takes a while
   */
  default PawlBuilder prepare(Consumer<String> tell) {
    return switch (this) {
      case Folder folder -> {
        if (!Files.exists(folder.path())) {
          tell.accept("setting up a PostgreSQL in '" + folder.path() + "' ...");
        }
        yield Pawl.in(folder.path());
      }
      case Server server -> Pawl.on(server.database());
    };
  }

  /** Whether other programs may do what this one cannot. */
  default boolean isShared() {
    return this instanceof Server;
  }
}
