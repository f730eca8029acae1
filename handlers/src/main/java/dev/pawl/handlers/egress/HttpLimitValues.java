package dev.pawl.handlers.egress;

import java.time.Duration;

/**
 * The limits of an outgoing HTTP call.
 *
 * @param connect maximum time until a connection exists
 * @param total maximum time of a call with all its redirects and pages
 * @param maxBodyBytes maximum size of an answer's body, decompressed
 * @param maxHeaderBytes maximum size of one header of an answer
 * @param maxHeaders maximum number of headers of an answer
 */
public record HttpLimitValues(
    Duration connect, Duration total, int maxBodyBytes, int maxHeaderBytes, int maxHeaders) {

  /** 5 s to connect, 30 s in all, 1 MiB of body, 100 headers of 8 KiB. */
  public static final HttpLimitValues STANDARD =
      new HttpLimitValues(
          Duration.ofSeconds(5), Duration.ofSeconds(30), 1024 * 1024, 8 * 1024, 100);

  /** Returns a copy with another total time. */
  public HttpLimitValues withTotal(Duration other) {
    return new HttpLimitValues(connect, other, maxBodyBytes, maxHeaderBytes, maxHeaders);
  }
}
