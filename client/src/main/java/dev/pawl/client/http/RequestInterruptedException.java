package dev.pawl.client.http;

/**
 * The calling thread was interrupted while it waited for a server. Its interrupt status is set
 * again; the server may have carried out the request.
 */
public final class RequestInterruptedException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public RequestInterruptedException(InterruptedException cause) {
    super("interrupted while waiting for the server", cause);
    Thread.currentThread().interrupt();
  }
}
