package dev.pawl.cli.http;

/** Thrown if no server runs on the data folder that a command names. */
public final class NoServerException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  NoServerException(LocalServer local) {
    super(
        "no server runs on the data folder %s, which has no file %s; start one with pawl up --data %s"
            .formatted(local.folder(), local.addressFile().getFileName(), local.folder()));
  }

  @Override
  public String getMessage() {
    return String.valueOf(super.getMessage());
  }
}
