package dev.pawl.client.http;

import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpTimeoutException;

/** The server did not answer. */
public final class UnreachableException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final String reason;
  private final boolean isSent;

  public UnreachableException(URI address, IOException cause) {
    super("%s does not answer (%s)".formatted(address, reason(cause)), cause);
    this.reason = reason(cause);
    this.isSent = !(cause instanceof ConnectException);
  }

  /** What happened, in a few words. */
  public String reason() {
    return reason;
  }

  /** True if the server may have received and carried out the request all the same. */
  public boolean isSent() {
    return isSent;
  }

  private static String reason(IOException cause) {
    if (cause instanceof HttpTimeoutException) {
      return "timed out";
    }
    return cause.getMessage() == null
        ? cause instanceof ConnectException
            ? "connection refused"
            : cause.getClass().getSimpleName()
        : cause.getMessage();
  }
}
