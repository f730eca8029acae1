package dev.pawl.server.outbound;

import dev.pawl.postgres.outbound.AuthReferences;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;
import dev.pawl.sdk.JsonString;
import dev.pawl.sdk.OutboundConnection;
import dev.pawl.sdk.OutboundConnection.ConnectionOperation;
import dev.pawl.sdk.OutboundConnection.Kind;
import dev.pawl.sdk.OutboundConnection.Tls;
import dev.pawl.server.problem.ApiException;
import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A connection to save. */
record ConnectionBody(
    @Schema(description = "Protocol of the connection.")
        @NotNull
        @Pattern(regexp = "http|smtp|smpp")
        String kind,
    @Schema(
            description = "Base URL of kind http; host:port of the other kinds.",
            example = "https://crm.example/api")
        @NotNull
        String address,
    @Schema(
            description =
                "Encryption: tls from the first byte, starttls by a command of SMTP, or none. HTTP"
                    + " follows the scheme of its address; starttls for smtp and tls for smpp if"
                    + " absent.")
        @Pattern(regexp = "none|starttls|tls")
        @Nullable String tls,
    @Schema(
            description =
                "Credentials by kind. Passwords, tokens and the like must refer to a secret:"
                    + " {{ secret('name') }}.",
            example = "{\"type\": \"bearer\", \"token\": \"{{ secret('crm-token') }}\"}")
        @Nullable Map<String, Json> auth,
    @Schema(
            description = "Calls of kind http by name, for the handler CALL.",
            example = "{\"find\": {\"method\": \"GET\", \"path\": \"/customers/{id}\"}}")
        @Nullable Map<String, OperationBody> operations,
    @Schema(
            description = "Further settings by kind, such as the sender of mails.",
            example = "{\"from\": \"orders@acme.example\"}")
        @Nullable Map<String, Json> options,
    @Schema(
            description =
                "True allows addresses of private networks; only a platform administrator can set"
                    + " it. False if absent.")
        @Nullable Boolean allowPrivate) {

  private static final int MAX_JSON_BYTES = 16_384;
  private static final int MAX_OPERATIONS = 200;
  private static final int MAX_PATH_CHARACTERS = 1_000;
  private static final Set<String> METHODS =
      Set.of("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE");

  /** Members that hold credentials, in lower case. */
  private static final Set<String> SENSITIVE =
      Set.of("password", "token", "secret", "clientsecret", "apikey", "key", "privatekey", "value");

  private static final java.util.regex.Pattern PATH =
      java.util.regex.Pattern.compile("/[\\x21-\\x7e&&[^\\\\#]]*");

  /** A call of a connection. */
  record OperationBody(
      @Schema(description = "HTTP method, in upper case.", example = "GET") @NotNull String method,
      @Schema(
              description = "Path below the address, with {name} for parameters.",
              example = "/customers/{id}")
          @NotNull
          String path) {}

  /**
   * Checks the connection, without regard to the caller.
   *
   * @throws ApiException if it cannot be used
   */
  OutboundConnection checked(String name) {
    Kind protocol = Kind.valueOf(kind.toUpperCase(Locale.ROOT));
    ConnectionAddress.check(protocol, address);
    JsonObject credentials = object("auth", auth);
    checkReferences(credentials);
    checkSensitive("auth", credentials, true);
    JsonObject settings = object("options", options);
    checkSensitive("options", settings, false);
    return new OutboundConnection(
        OutboundNames.checked(name),
        protocol,
        address,
        encryption(protocol),
        credentials,
        calls(protocol),
        settings,
        Boolean.TRUE.equals(allowPrivate));
  }

  private Tls encryption(Kind protocol) {
    Tls usual =
        switch (protocol) {
          case HTTP -> address.regionMatches(true, 0, "https:", 0, 6) ? Tls.TLS : Tls.NONE;
          case SMTP -> Tls.STARTTLS;
          case SMPP -> Tls.TLS;
        };
    Tls asked = tls == null ? usual : Tls.valueOf(tls.toUpperCase(Locale.ROOT));
    if (protocol == Kind.HTTP && asked != usual) {
      throw refused(
          "tls: '%s' does not fit the address %s; leave it out, or change the scheme"
              .formatted(tls, address));
    }
    if (protocol == Kind.SMPP && asked == Tls.STARTTLS) {
      throw refused("tls: SMPP has no starttls; use tls or none");
    }
    return asked;
  }

  private static JsonObject object(String field, @Nullable Map<String, Json> members) {
    JsonObject object = members == null ? JsonObject.EMPTY : JsonObject.of(members);
    if (object.size() > MAX_JSON_BYTES) {
      throw refused(
          "%s: %d bytes are above the maximum of %d"
              .formatted(field, object.size(), MAX_JSON_BYTES));
    }
    return object;
  }

  private static void checkReferences(JsonObject credentials) {
    AuthReferences.otherTemplate(credentials)
        .ifPresent(
            text -> {
              // The text may be a password with braces in it.
              throw refused(
                  "auth: a text with {{ is not a reference to a secret; write {{ secret('name')"
                      + " }}");
            });
  }

  private static void checkSensitive(String field, Json value, boolean mayRefer) {
    if (!(value instanceof JsonObject object)) {
      return;
    }
    object
        .members()
        .forEach(
            (member, inner) -> {
              boolean refers =
                  mayRefer
                      && inner instanceof JsonString text
                      && AuthReferences.isReference(text.asText());
              if (SENSITIVE.contains(member.toLowerCase(Locale.ROOT)) && !refers) {
                throw refused(
                    mayRefer
                        ? "%s: '%s' must refer to a secret, such as {{ secret('name') }}; set that with PUT /api/secrets/{name}"
                            .formatted(field, member)
                        : "%s: '%s' belongs into auth, as a reference to a secret"
                            .formatted(field, member));
              }
              checkSensitive(field, inner, mayRefer);
            });
  }

  private Map<String, ConnectionOperation> calls(Kind protocol) {
    Map<String, ConnectionOperation> calls = new LinkedHashMap<>();
    if (operations == null) {
      return calls;
    }
    if (protocol != Kind.HTTP && !operations.isEmpty()) {
      throw refused("operations: only connections of kind http have operations");
    }
    if (operations.size() > MAX_OPERATIONS) {
      throw refused(
          "operations: %d are above the maximum of %d"
              .formatted(operations.size(), MAX_OPERATIONS));
    }
    operations.forEach(
        (operation, call) -> {
          OutboundNames.checked(operation);
          calls.put(operation, call(operation, call));
        });
    return calls;
  }

  private static ConnectionOperation call(String operation, @Nullable OperationBody call) {
    // Validation does not reach into values of maps.
    String method = call == null ? null : call.method();
    String path = call == null ? null : call.path();
    if (method == null || !METHODS.contains(method)) {
      throw refused(
          "operations/%s/method: use one of GET, HEAD, POST, PUT, PATCH and DELETE"
              .formatted(operation));
    }
    if (path == null
        || path.length() > MAX_PATH_CHARACTERS
        || !PATH.matcher(path).matches()
        || ("/" + path + "/").contains("/../")) {
      throw refused(
          "operations/%s/path: use a path that begins with /, of at most %d visible ASCII characters, without .. and #"
              .formatted(operation, MAX_PATH_CHARACTERS));
    }
    return new ConnectionOperation(method, path);
  }

  private static ApiException refused(String detail) {
    return ApiException.refused("bad-connection", detail);
  }
}
