package dev.pawl.handlers.egress;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The answer to an {@link OutgoingRequest}.
 *
 * @param headers values by name in lower case; several values of a name are joined by commas
 * @param body the decompressed body; empty if there is none
 * @param url the URL that answered, which differs from that of the request after a redirect
 */
public record HttpAnswer(
    int status, String reason, Map<String, String> headers, byte[] body, HttpUrl url) {

  /** Returns the value of a header. */
  public Optional<String> header(String name) {
    return Optional.ofNullable(headers.get(name.toLowerCase(Locale.ROOT)));
  }

  /** Returns the status with its reason, such as {@code 201 Created}. */
  public String statusLine() {
    return reason.isBlank() ? Integer.toString(status) : status + " " + reason;
  }

  /** Returns true for 301, 302, 303, 307 and 308. */
  public boolean isRedirect() {
    return status == 301 || status == 302 || status == 303 || status == 307 || status == 308;
  }
}
