package dev.pawl.postgres.secret;

/** Thrown if the stored value of a secret was changed or exchanged in the database. */
public final class SecretDamagedException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  SecretDamagedException(String name) {
    super(
        "the secret '%s' cannot be decrypted: its row was changed in the database; set it again"
            .formatted(name));
  }
}
