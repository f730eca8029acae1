package dev.pawl.server;

import dev.pawl.engine.store.UnavailableException;
import dev.pawl.postgres.database.DatabaseUnusableException;
import dev.pawl.postgres.embedded.EmbeddedPostgresException;
import dev.pawl.postgres.embedded.PrivateFolder;
import dev.pawl.postgres.schema.SchemaException;
import dev.pawl.postgres.secret.MasterKeyException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.util.Optional;
import org.springframework.boot.web.server.PortInUseException;

/** Describes why a server did not start: one message with what is wrong and what to do. */
final class StartFailure {

  private StartFailure() {}

  static String message(ServerSettings settings, RuntimeException failed) {
    return switch (failed) {
      case StartRefusedException refused -> describe(refused);
      case DatabaseUnusableException unusable -> describe(unusable);
      case EmbeddedPostgresException embedded -> describe(embedded);
      case SchemaException schema -> describe(schema);
      case MasterKeyException masterKey -> describe(masterKey);
      case UncheckedIOException io ->
          "%s: %s; name a folder that this user can write to with --data"
              .formatted(io.getMessage(), PrivateFolder.reason(io));
      case UnavailableException away ->
          "%s. Check that the database of %s is up, and start again."
              .formatted(
                  away.getMessage(),
                  settings.database().map(Object::toString).orElse("the data folder"));
      default ->
          port(settings, failed)
              .orElseGet(
                  () ->
                      "the server did not start because of an unexpected error: %s. --log-level debug shows where"
                          .formatted(failed));
    };
  }

  private static String describe(RuntimeException failed) {
    return String.valueOf(failed.getMessage());
  }

  /** Returns a message if the start failed because a port cannot be opened; otherwise empty. */
  private static Optional<String> port(ServerSettings settings, Throwable failed) {
    for (Throwable cause = failed; cause != null; cause = cause.getCause()) {
      if (cause instanceof PortInUseException) {
        return Optional.of(
            settings.web().healthPort().isEmpty()
                ? "port %d is in use; give another with --port, or 0 for any that is free"
                    .formatted(settings.port())
                : "port %d or port %d is in use; give others with --port and --health-port"
                    .formatted(settings.port(), settings.web().healthPort().getAsInt()));
      }
      if (cause instanceof BindException) {
        return Optional.of(
            "cannot listen on %s, port %d: %s. Name an address of this machine with --host, and a port that this user may use with --port"
                .formatted(settings.host(), settings.port(), cause.getMessage()));
      }
    }
    return Optional.empty();
  }
}
