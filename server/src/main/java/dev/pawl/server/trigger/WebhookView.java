package dev.pawl.server.trigger;

import com.fasterxml.jackson.annotation.JsonIgnore;
import dev.pawl.postgres.secret.WebhookSecrets.StoredSecret;
import dev.pawl.server.problem.FindingView;
import dev.pawl.server.web.FlowScoped;
import dev.pawl.triggers.config.Webhook;
import dev.pawl.triggers.webhook.WebhookRule;
import dev.pawl.triggers.webhook.WebhookRule.Authentication;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A webhook as the API shows it, without the values of its secrets. */
record WebhookView(
    @Schema(description = "Path of the webhook below /api/webhooks/.", example = "orders")
        String path,
    @Schema(description = "Code of the flow that it starts.", example = "order-saga") String flow,
    @Schema(description = "How senders show who they are.", example = "WEBHOOK_SECRET")
        Authentication authentication,
    @Schema(
            description =
                "How requests are signed: standard, github, stripe or hmac; absent if they are"
                    + " not.",
            example = "standard")
        @Nullable String style,
    @Schema(
            description = "async answers with the id of the execution, sync with its output.",
            example = "async")
        String respond,
    @Schema(description = "Secrets, the newest first, without their values.")
        List<SecretVersion> secrets,
    @Schema(description = "Warnings about the webhook.") List<FindingView> findings,
    @Schema(
            description =
                "What it has started in the last 24 hours; present if asked for with starts=true.")
        @Nullable StartsView starts)
    implements FlowScoped {

  /** A secret of a webhook without its value. */
  record SecretVersion(
      @Schema(description = "Number of the secret, which rises.", example = "2") int version,
      @Schema(description = "Time of its creation.") Instant createdAt,
      @Schema(description = "Time from which it is refused; absent for the newest.")
          @Nullable Instant validUntil,
      @Schema(description = "Name of the key that created it.", example = "ci") String createdBy) {

    static SecretVersion of(StoredSecret secret) {
      return new SecretVersion(
          secret.version(),
          secret.createdAt(),
          secret.validUntil().orElse(null),
          secret.createdBy());
    }
  }

  static WebhookView of(Webhook webhook) {
    return of(webhook, null);
  }

  static WebhookView of(Webhook webhook, @Nullable StartsView starts) {
    WebhookRule rule = webhook.rule();
    boolean isSigned = rule.authentication() == Authentication.WEBHOOK_SECRET;
    return new WebhookView(
        rule.path(),
        webhook.flow(),
        rule.authentication(),
        isSigned ? rule.style().code() : null,
        rule.isSync() ? "sync" : "async",
        webhook.secrets().stream().map(SecretVersion::of).toList(),
        findings(webhook),
        starts);
  }

  private static List<FindingView> findings(Webhook webhook) {
    List<FindingView> findings = new ArrayList<>();
    switch (webhook.rule().authentication()) {
      case WEBHOOK_SECRET -> {
        if (webhook.secrets().isEmpty()) {
          findings.add(
              finding(
                  "WEBHOOK_WITHOUT_SECRET",
                  "the webhook has no secret yet, so that all requests get 401",
                  "create one by POST /api/flows/%s/trigger/secret".formatted(webhook.flow())));
        }
        if (!webhook.rule().style().signsTime()) {
          findings.add(
              finding(
                  "WEBHOOK_TIME_NOT_SIGNED",
                  "the style %s signs no time, so that old requests can be sent again later"
                      .formatted(webhook.rule().style().code()),
                  "sign a time, or make the flow check what it gets"));
        }
      }
      case NONE ->
          findings.add(
              finding(
                  "WEBHOOK_OPEN",
                  "anyone who knows the path can start the flow",
                  "use WEBHOOK_SECRET or TENANT_API_KEY"));
      case TENANT_API_KEY -> {}
    }
    return findings;
  }

  private static FindingView finding(String code, String message, String advice) {
    return new FindingView(
        code, "/config/webhook", 0, 0, FindingView.Severity.WARNING, message, advice);
  }

  @Override
  @JsonIgnore
  public String flowCode() {
    return flow;
  }
}
