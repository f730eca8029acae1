package dev.pawl.handlers.http;

import dev.pawl.handlers.egress.EgressPermission;
import dev.pawl.handlers.egress.HttpUrl;
import dev.pawl.handlers.settings.HandlerSettings;
import dev.pawl.sdk.HandlerCall;
import dev.pawl.sdk.HandlerException;
import dev.pawl.sdk.JsonObject;
import dev.pawl.sdk.OutboundConnection;
import java.util.Map;
import java.util.Optional;

/**
 * Where a request goes, what it may reach, and the credentials that belong to it.
 *
 * @param auth credentials of the connection; empty for a URL
 */
record HttpTarget(HttpUrl url, EgressPermission permission, JsonObject auth) {

  /** Returns the target of a URL, or of a connection and a path, whichever the settings have. */
  static HttpTarget of(HandlerCall call, HandlerSettings settings, String urlField)
      throws HandlerException {
    Optional<String> url = settings.text(urlField);
    Optional<String> connection = settings.text("connection");
    if (url.isPresent() == connection.isPresent()) {
      throw HandlerSettings.invalid(
          "%s: set either %s, or connection and path".formatted(urlField, urlField));
    }
    return url.isPresent()
        ? ofUrl(call, urlField, url.get())
        : ofConnection(
            call,
            connection(call, "connection", connection.get()),
            settings.text("path").orElse(""));
  }

  /** Returns the target of a URL that a setting contains. */
  static HttpTarget ofUrl(HandlerCall call, String field, String url) throws HandlerException {
    return new HttpTarget(
        parse(field, url), EgressPermission.http(call.origin().tenant()), JsonObject.EMPTY);
  }

  /** Returns the target of a path below the address of a connection. */
  static HttpTarget ofConnection(HandlerCall call, OutboundConnection connection, String path)
      throws HandlerException {
    if (connection.kind() != OutboundConnection.Kind.HTTP) {
      throw HandlerSettings.invalid(
          "connection: %s is of kind %s; name one of kind HTTP"
              .formatted(connection.name(), connection.kind()));
    }
    HttpUrl base = parse("address of the connection " + connection.name(), connection.address());
    if (!path.isEmpty() && !path.startsWith("/")
        || path.contains("//")
        || path.contains("?")
        || hasDotSegments(path)) {
      throw HandlerSettings.invalid(
          "path: must start with / and contain neither //, ? nor .. ; use query for parameters");
    }
    String start =
        base.path().endsWith("/")
            ? base.path().substring(0, base.path().length() - 1)
            : base.path();
    HttpUrl url =
        parse(
            "path",
            new HttpUrl(base.scheme(), base.host(), base.port(), start + path, base.query())
                .toString());
    return new HttpTarget(
        url,
        EgressPermission.httpConnection(call.origin().tenant(), connection, base.port()),
        connection.auth());
  }

  /** Returns the connection with that name. */
  static OutboundConnection connection(HandlerCall call, String field, String name)
      throws HandlerException {
    return call.services()
        .connection(name)
        .orElseThrow(
            () ->
                HandlerSettings.invalid(
                    "%s: there is no connection '%s'; create it or correct the name"
                        .formatted(field, name)));
  }

  HttpTarget withQuery(Map<String, String> query) {
    HttpUrl changed = url;
    for (Map.Entry<String, String> parameter : query.entrySet()) {
      changed = changed.withParameter(parameter.getKey(), parameter.getValue());
    }
    return new HttpTarget(changed, permission, auth);
  }

  private static boolean hasDotSegments(String path) {
    String decoded = path.replaceAll("(?i)%2e", ".");
    for (String segment : decoded.split("/", -1)) {
      if (segment.equals(".") || segment.equals("..")) {
        return true;
      }
    }
    return false;
  }

  private static HttpUrl parse(String field, String url) throws HandlerException {
    try {
      return HttpUrl.parse(url);
    } catch (IllegalArgumentException e) {
      throw HandlerSettings.invalid(field + ": " + e.getMessage());
    }
  }
}
