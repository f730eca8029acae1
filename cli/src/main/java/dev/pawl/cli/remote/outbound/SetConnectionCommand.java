package dev.pawl.cli.remote.outbound;

import dev.pawl.cli.file.JsonArgument;
import dev.pawl.cli.file.UsageException;
import dev.pawl.cli.program.ExitCode;
import dev.pawl.cli.program.Version;
import dev.pawl.cli.remote.shared.ServerOptions;
import dev.pawl.client.outbound.ConnectionInfo;
import dev.pawl.client.outbound.NewConnection;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Implements {@code pawl connections set}: saves a connection. */
@Command(
    name = "set",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = {
      "Saves a connection, new or not. Passwords and tokens in --auth are references to secrets.",
      ""
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  pawl connections set crm --address https://crm.example/api --auth @auth.json \\",
      "    --operation find='GET /customers/{id}'",
      "  pawl connections set mail --kind smtp --address smtp.example:587 --auth @auth.json",
      "  pawl connections set crm --file crm.json"
    })
final class SetConnectionCommand implements Callable<Integer> {

  @Mixin private ServerOptions server = new ServerOptions();

  @Parameters(paramLabel = "NAME", description = "The name of the connection.")
  private String name = "";

  @Option(
      names = "--kind",
      paramLabel = "KIND",
      description = "The protocol: http, smtp or smpp; default: http.")
  private String kind = "http";

  @Option(
      names = "--address",
      paramLabel = "ADDRESS",
      description = "The base URL of kind http; host:port of the other kinds.")
  private @Nullable String address;

  @Option(
      names = "--tls",
      paramLabel = "TLS",
      description = "The encryption: none, starttls or tls; default: depends on the kind.")
  private @Nullable String tls;

  @Option(
      names = "--auth",
      paramLabel = "JSON",
      description = "The credentials: JSON, @FILE, or - for standard input.")
  private @Nullable String auth;

  @Option(
      names = "--operation",
      paramLabel = "NAME=CALL",
      description = "A call by name, such as find='GET /customers/{id}'; may be given again.")
  private @Nullable Map<String, String> operations;

  @Option(
      names = "--options",
      paramLabel = "JSON",
      description = "Further settings of the kind: JSON, @FILE, or - for standard input.")
  private @Nullable String options;

  @Option(
      names = "--allow-private",
      description = "Allow addresses of private networks; for platform administrators.")
  private boolean allowPrivate;

  @Option(
      names = "--file",
      paramLabel = "FILE",
      description = "The whole connection as a JSON file, or - for standard input.")
  private @Nullable String file;

  @Override
  public Integer call() {
    ConnectionInfo saved = server.client().connections().save(name, connection());
    server.show(saved.json(), "%s is saved: %s%n".formatted(name, saved.address()));
    return ExitCode.SUCCESS;
  }

  private NewConnection connection() {
    if (file != null) {
      if (address != null || auth != null || operations != null || options != null) {
        throw new UsageException(
            "--file is the whole connection; leave out --address, --auth, --operation and"
                + " --options");
      }
      return new NewConnection(object("--file", file.equals("-") ? file : "@" + file));
    }
    if (address == null) {
      throw new UsageException("--address is missing; give it, or the whole connection as --file");
    }
    NewConnection connection = NewConnection.of(kind, address);
    if (tls != null) {
      connection = connection.tls(tls);
    }
    if (auth != null) {
      connection = connection.auth(object("--auth", auth));
    }
    if (options != null) {
      connection = connection.options(object("--options", options));
    }
    if (operations != null) {
      for (Map.Entry<String, String> operation : operations.entrySet()) {
        String[] call = operation.getValue().strip().split("\\s+", 2);
        if (call.length < 2) {
          throw new UsageException(
              "--operation is written find='GET /customers/{id}', not '%s=%s'"
                  .formatted(operation.getKey(), operation.getValue()));
        }
        connection = connection.operation(operation.getKey(), call[0], call[1]);
      }
    }
    return allowPrivate ? connection.allowPrivate() : connection;
  }

  private static JsonObject object(String option, String argument) {
    Json value = JsonArgument.read(option, argument);
    if (value instanceof JsonObject object) {
      return object;
    }
    throw new UsageException("%s must be a JSON object, got %s".formatted(option, value.kind()));
  }
}
