package dev.pawl.cli.file;

/** The program was asked for something that cannot be; the message is one sentence for people. */
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
