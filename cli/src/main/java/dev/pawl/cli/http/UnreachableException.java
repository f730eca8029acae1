package dev.pawl.cli.http;

import java.io.IOException;
import java.net.ConnectException;
import java.net.http.HttpTimeoutException;

/** The server does not answer. */
public final class UnreachableException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final boolean isSent;

  UnreachableException(Place place, IOException cause) {
    super(
        "%s does not answer (%s); %s".formatted(place.url(), why(cause), advice(place, cause)),
        cause);
    this.isSent = !(cause instanceof ConnectException);
  }

  private UnreachableException(String sentence) {
    super(sentence);
    this.isSent = false;
  }

  /** Says that a data folder has no address of a server. */
  static UnreachableException noServer(LocalServer local) {
    return new UnreachableException(
        "no server runs on the data folder %s, which has no file %s; start one with pawl up --data %s"
            .formatted(local.folder(), local.addressFile().getFileName(), local.folder()));
  }

  /** An address that a server left and nobody serves is that of one that was killed. */
  private static String advice(Place place, IOException cause) {
    return place
        .data()
        .filter(folder -> cause instanceof ConnectException)
        .map(
            folder ->
                "%s says that the server is there, but it was not stopped cleanly and is gone; start it again with pawl up --data %s"
                    .formatted(place.source(), folder))
        .orElse("is it up? pawl doctor tells more");
  }

  /** Whether the request may have been heard all the same. */
  boolean isSent() {
    return isSent;
  }

  private static String why(IOException cause) {
    if (cause instanceof HttpTimeoutException) {
      return "timed out";
    }
    return cause.getMessage() == null
        ? cause instanceof ConnectException
            ? "connection refused"
            : cause.getClass().getSimpleName()
        : cause.getMessage();
  }

  @Override
  public String getMessage() {
    return String.valueOf(super.getMessage());
  }
}
