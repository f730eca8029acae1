package dev.pawl.sdk;

import java.util.Map;

/**
 * A named connection to another system, with its secrets resolved.
 *
 * @param kind the protocol
 * @param address base URL of kind HTTP; {@code host:port} of the other kinds
 * @param tls how the connection is encrypted; HTTP follows the scheme of its address
 * @param auth credentials by kind, such as {@code {"type": "bearer", "token": "..."}} or {@code
 *     {"user": "...", "password": "..."}}
 * @param operations calls by name, for the handler {@code CALL}
 * @param options further settings by kind, such as the sender of mails
 * @param allowPrivate true if the operator allows addresses of private networks
 */
public record OutboundConnection(
    String name,
    Kind kind,
    String address,
    Tls tls,
    JsonObject auth,
    Map<String, ConnectionOperation> operations,
    JsonObject options,
    boolean allowPrivate) {

  public OutboundConnection {
    operations = Map.copyOf(operations);
  }

  /** The protocol of a connection. */
  public enum Kind {
    HTTP,
    SMTP,
    SMPP
  }

  /** The encryption of a connection. */
  public enum Tls {
    /** Not encrypted. */
    NONE,
    /** Encrypted by a command of the protocol after connecting. */
    STARTTLS,
    /** Encrypted from the first byte. */
    TLS
  }

  /**
   * A call that a connection offers by name.
   *
   * @param method the HTTP method
   * @param path the path below the address, with {@code {name}} for parameters
   */
  public record ConnectionOperation(String method, String path) {}
}
