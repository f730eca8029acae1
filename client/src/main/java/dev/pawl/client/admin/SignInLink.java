package dev.pawl.client.admin;

import java.time.Instant;

/**
 * A link that signs a browser in once.
 *
 * @param url the address to open
 * @param expiresAt when the link becomes invalid
 */
public record SignInLink(String url, Instant expiresAt) {

  /** Leaves out the secret so that it is not logged. */
  @Override
  public String toString() {
    return "sign-in link, valid until " + expiresAt;
  }
}
