package dev.pawl.cli.http;

import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpTimeoutException;

/** The server does not answer. */
public final class UnreachableException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final boolean isSent;

  UnreachableException(URI server, IOException cause) {
    super(
        "%s does not answer (%s); is it up? pawl doctor tells more".formatted(server, why(cause)),
        cause);
    this.isSent = !(cause instanceof ConnectException);
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
