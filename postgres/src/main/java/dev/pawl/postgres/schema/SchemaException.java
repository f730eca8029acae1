package dev.pawl.postgres.schema;

/** Thrown if the tables are not those that this program expects; nothing has been changed then. */
public final class SchemaException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public SchemaException(String message) {
    super(message);
  }
}
