package dev.pawl.cli.http;

/** Thrown if no key is known for a server, or the file with the key cannot be read. */
public final class NoKeyException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  NoKeyException(String sentence) {
    super(sentence);
  }

  @Override
  public String getMessage() {
    return String.valueOf(super.getMessage());
  }
}
