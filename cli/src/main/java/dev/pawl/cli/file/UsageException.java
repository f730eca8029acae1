package dev.pawl.cli.file;

/** Thrown if the command line or a file is invalid; the message is one sentence for the user. */
public final class UsageException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public UsageException(String sentence) {
    super(sentence);
  }

  @Override
  public String getMessage() {
    return String.valueOf(super.getMessage());
  }
}
