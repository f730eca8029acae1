package dev.pawl.postgres.outbound;

/** Thrown if a connection refers to a secret that the tenant does not have. */
public final class SecretNotFoundException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  SecretNotFoundException(String secret, String connection) {
    super(
        "the connection '%s' refers to the secret '%s', which does not exist; set it with 'pawl secrets set %s'"
            .formatted(connection, secret, secret));
  }
}
