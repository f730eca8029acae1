package dev.pawl.postgres.schema;

/** The tables in the database are not those that this program knows. It touches nothing then. */
public final class SchemaException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public SchemaException(String message) {
    super(message);
  }
}
