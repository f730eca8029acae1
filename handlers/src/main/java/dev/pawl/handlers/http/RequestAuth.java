package dev.pawl.handlers.http;

import dev.pawl.handlers.egress.EgressPermission;
import dev.pawl.handlers.egress.HttpUrl;
import dev.pawl.handlers.settings.HandlerSettings;
import dev.pawl.sdk.HandlerException;
import java.nio.charset.StandardCharsets;
import java.security.InvalidKeyException;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** The credentials of a request. */
sealed interface RequestAuth {

  /** No credentials. */
  record None() implements RequestAuth {}

  /** A fixed header: basic, bearer, or one of the caller's choice. */
  record FixedHeader(String name, String value) implements RequestAuth {}

  /**
   * A token that the client credentials grant of OAuth 2.0 yields.
   *
   * @param inBody true to send the credentials in the form instead of the header Authorization
   */
  record ClientCredentials(
      HttpUrl tokenUrl,
      EgressPermission permission,
      String clientId,
      String clientSecret,
      String scope,
      String audience,
      boolean inBody)
      implements RequestAuth {}

  /**
   * A signature of the body with HMAC-SHA256, in hexadecimal digits.
   *
   * @param timestampHeader header with the seconds since 1970, which are then signed too: {@code
   *     seconds.body}
   */
  record Signature(String header, String secret, String prefix, Optional<String> timestampHeader)
      implements RequestAuth {}

  /** The values of the setting {@code auth.type}. */
  List<String> TYPES = List.of("none", "basic", "bearer", "header", "oauth2", "hmac");

  /** Reads the setting {@code auth}; without it, the credentials of the connection apply. */
  static RequestAuth of(HandlerSettings settings, HttpTarget target) throws HandlerException {
    boolean own = settings.value("auth").isPresent();
    HandlerSettings auth = own ? settings.object("auth") : new HandlerSettings(target.auth());
    boolean userAndPassword = auth.value("user").isPresent();
    String type = auth.choice("type", userAndPassword ? "basic" : "none", TYPES);
    return switch (type) {
      case "basic" ->
          new FixedHeader(
              "Authorization", basic(auth.requiredText("user"), auth.text("password").orElse("")));
      case "bearer" -> new FixedHeader("Authorization", "Bearer " + auth.requiredText("token"));
      case "header" -> new FixedHeader(auth.requiredText("name"), auth.requiredText("value"));
      case "hmac" ->
          new Signature(
              auth.text("header").orElse("X-Signature"),
              auth.requiredText("secret"),
              auth.text("prefix").orElse("sha256="),
              auth.text("timestampHeader"));
      case "oauth2" -> clientCredentials(auth, target, own);
      default -> new None();
    };
  }

  private static RequestAuth clientCredentials(HandlerSettings auth, HttpTarget target, boolean own)
      throws HandlerException {
    HttpUrl tokenUrl;
    try {
      tokenUrl = HttpUrl.parse(auth.requiredText("tokenUrl"));
    } catch (IllegalArgumentException e) {
      throw HandlerSettings.invalid("auth.tokenUrl: " + e.getMessage());
    }
    // A token URL that a flow names gets nothing that the operator approved for a connection.
    boolean approved = !own || tokenUrl.sameOrigin(target.url());
    return new ClientCredentials(
        tokenUrl,
        approved ? target.permission() : EgressPermission.http(target.permission().tenant()),
        auth.requiredText("clientId"),
        auth.requiredText("clientSecret"),
        auth.text("scope").orElse(""),
        auth.text("audience").orElse(""),
        auth.choice("clientAuth", "header", List.of("header", "body")).equals("body"));
  }

  static String basic(String user, String password) {
    return "Basic "
        + Base64.getEncoder()
            .encodeToString((user + ":" + password).getBytes(StandardCharsets.UTF_8));
  }

  /** Returns the HMAC-SHA256 of some bytes. */
  static byte[] hmac(byte[] key, byte[] content) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(key, "HmacSHA256"));
      return mac.doFinal(content);
    } catch (NoSuchAlgorithmException | InvalidKeyException e) {
      throw new IllegalStateException(e);
    }
  }

  static String hexHmac(String secret, byte[] content) {
    return HexFormat.of().formatHex(hmac(secret.getBytes(StandardCharsets.UTF_8), content));
  }
}
