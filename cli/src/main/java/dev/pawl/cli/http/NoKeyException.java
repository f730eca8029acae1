package dev.pawl.cli.http;

/** There is no key for a server, or none that can be read. */
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
