package dev.pawl.triggers.webhook;

import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;
import dev.pawl.sdk.JsonString;
import java.util.Optional;
import java.util.Set;

/**
 * The path by which a webhook starts a flow, and how its requests are authenticated and answered.
 *
 * @param path without a leading slash
 * @param style how requests are signed; used only with {@link Authentication#WEBHOOK_SECRET}
 * @param isSync true if the answer is that of the execution
 */
public record WebhookRule(
    String path, Authentication authentication, SignatureStyle style, boolean isSync) {

  private static final Set<String> FIELDS =
      Set.of("path", "authentication", "style", "hmac", "respond");

  /** How a sender shows who it is. */
  public enum Authentication {
    /** By an API key of the tenant. */
    TENANT_API_KEY,
    /** By a signature with the secret of the webhook. */
    WEBHOOK_SECRET,
    /** Not at all; needs a setting of the server. */
    NONE
  }

  /**
   * Reads the webhook of a trigger: {@code config.webhook}, or the short form {@code webhookPath}
   * with {@code authentication}, whose signature is {@link HmacSignature#DEFAULT}.
   *
   * @throws IllegalArgumentException if a field is wrong; the message names it
   */
  public static Optional<WebhookRule> ofTrigger(JsonObject config) {
    Optional<Json> webhook = present(config, "webhook");
    Optional<Json> path = present(config, "webhookPath");
    Optional<Json> authentication = present(config, "authentication");
    if (webhook.isPresent()) {
      if (path.isPresent() || authentication.isPresent()) {
        throw new IllegalArgumentException(
            "config: has webhook and webhookPath or authentication, which are the short form of it;"
                + " remove one of the two");
      }
      return Optional.of(read("config.webhook", webhook.get()));
    }
    Authentication asked =
        authentication(text(authentication, "config.authentication"), "config.authentication");
    if (path.isEmpty()) {
      if (asked != Authentication.TENANT_API_KEY) {
        throw new IllegalArgumentException(
            "config.authentication: %s is for webhooks only; add webhookPath".formatted(asked));
      }
      return Optional.empty();
    }
    return Optional.of(
        new WebhookRule(
            WebhookPath.require("config.webhookPath", text(path, "config.webhookPath").orElse("")),
            asked,
            HmacSignature.DEFAULT,
            false));
  }

  private static WebhookRule read(String field, Json json) {
    if (!(json instanceof JsonObject object)) {
      throw new IllegalArgumentException(
          "%s: must be an object such as {\"path\": \"orders\"}, got a %s"
              .formatted(field, json.kind()));
    }
    for (String name : object.members().keySet()) {
      if (!FIELDS.contains(name)) {
        throw new IllegalArgumentException(
            "%s: there is no field '%s'; allowed are path, authentication, style, hmac and respond"
                .formatted(field, name));
      }
    }
    return new WebhookRule(
        WebhookPath.require(
            field + ".path", text(present(object, "path"), field + ".path").orElse("")),
        authentication(
            text(present(object, "authentication"), field + ".authentication"),
            field + ".authentication"),
        style(field, object),
        isSync(field, text(present(object, "respond"), field + ".respond").orElse("async")));
  }

  private static boolean isSync(String field, String respond) {
    return switch (respond) {
      case "sync" -> true;
      case "async" -> false;
      default ->
          throw new IllegalArgumentException(
              "%s.respond: '%s' is not allowed; use async or sync".formatted(field, respond));
    };
  }

  private static SignatureStyle style(String field, JsonObject webhook) {
    Optional<Json> hmac = present(webhook, "hmac");
    String style =
        text(present(webhook, "style"), field + ".style")
            .orElse(hmac.isPresent() ? "hmac" : "standard");
    if (hmac.isPresent() && !style.equals("hmac")) {
      throw new IllegalArgumentException(
          "%s.hmac: is for the style hmac, not for %s; remove it".formatted(field, style));
    }
    return switch (style) {
      case "standard" -> new StandardSignature();
      case "github" -> new GithubSignature();
      case "stripe" -> new StripeSignature();
      case "hmac" ->
          hmac.<SignatureStyle>map(settings -> HmacSettings.read(field + ".hmac", settings))
              .orElse(HmacSignature.DEFAULT);
      default ->
          throw new IllegalArgumentException(
              "%s.style: '%s' is not allowed; use standard, github, stripe or hmac"
                  .formatted(field, style));
    };
  }

  private static Authentication authentication(Optional<String> text, String field) {
    if (text.isEmpty()) {
      return Authentication.TENANT_API_KEY;
    }
    try {
      return Authentication.valueOf(text.get());
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "%s: '%s' is not allowed; use TENANT_API_KEY, WEBHOOK_SECRET or NONE"
              .formatted(field, text.get()),
          e);
    }
  }

  static Optional<Json> present(JsonObject object, String name) {
    return object.get(name).filter(value -> !value.isNull());
  }

  static Optional<String> text(Optional<Json> value, String field) {
    return value.map(
        json -> {
          if (json instanceof JsonString text) {
            return text.asText();
          }
          throw new IllegalArgumentException(
              "%s: must be a text, got a %s".formatted(field, json.kind()));
        });
  }
}
