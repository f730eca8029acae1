package dev.pawl.server.outbound;

import dev.pawl.postgres.outbound.OutboundConnections.StoredConnection;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.OutboundConnection;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** A connection as the API shows it, with references to secrets. */
record ConnectionView(
    @Schema(description = "Name of the connection.", example = "crm") String name,
    @Schema(
            description = "Protocol of the connection.",
            allowableValues = {"http", "smtp", "smpp"})
        String kind,
    @Schema(
            description = "Base URL of kind http; host:port of the other kinds.",
            example = "https://crm.example/api")
        String address,
    @Schema(
            description = "Encryption of the connection.",
            allowableValues = {"none", "starttls", "tls"})
        String tls,
    @Schema(
            description = "Credentials, with references to secrets.",
            example = "{\"type\": \"bearer\", \"token\": \"{{ secret('crm-token') }}\"}")
        Map<String, Json> auth,
    @Schema(
            description = "Calls of kind http by name, for the handler CALL.",
            example = "{\"find\": {\"method\": \"GET\", \"path\": \"/customers/{id}\"}}")
        Map<String, ConnectionBody.OperationBody> operations,
    @Schema(
            description = "Further settings by kind.",
            example = "{\"from\": \"orders@acme.example\"}")
        Map<String, Json> options,
    @Schema(description = "True if addresses of private networks are allowed.")
        boolean allowPrivate,
    @Schema(description = "Time of the last change.") Instant updatedAt,
    @Schema(description = "Name of the key that made the last change.", example = "ci")
        String updatedBy) {

  static ConnectionView of(StoredConnection stored) {
    OutboundConnection connection = stored.connection();
    Map<String, ConnectionBody.OperationBody> operations = new TreeMap<>();
    connection
        .operations()
        .forEach(
            (name, call) ->
                operations.put(name, new ConnectionBody.OperationBody(call.method(), call.path())));
    return new ConnectionView(
        connection.name(),
        word(connection.kind()),
        connection.address(),
        word(connection.tls()),
        connection.auth().members(),
        operations,
        connection.options().members(),
        connection.allowPrivate(),
        stored.updatedAt(),
        stored.updatedBy());
  }

  private static String word(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }
}
