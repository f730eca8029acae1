package dev.pawl.server.trigger;

import dev.pawl.postgres.secret.WebhookSecrets;
import dev.pawl.server.access.Caller;
import dev.pawl.server.access.FlowScope;
import dev.pawl.server.access.Permission;
import dev.pawl.server.access.RequiresPermission;
import dev.pawl.server.flow.ActiveVersions;
import dev.pawl.server.problem.ApiException;
import dev.pawl.server.web.ApiStatus;
import dev.pawl.server.web.Listing;
import dev.pawl.server.web.Paging;
import dev.pawl.triggers.Triggers;
import dev.pawl.triggers.config.FlowTriggerStore;
import dev.pawl.triggers.config.FlowTriggerStore.NewSecret;
import dev.pawl.triggers.config.FlowTriggerStore.Rotation;
import dev.pawl.triggers.config.TriggerActivity;
import dev.pawl.triggers.config.TriggerActivity.TriggerStarts;
import dev.pawl.triggers.config.Webhook;
import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Endpoints that list webhooks and replace their secrets. */
@RestController
public final class WebhooksController {

  private final FlowTriggerStore triggers;
  private final TriggerActivity activity;
  private final WebhookSecrets secrets;
  private final ActiveVersions flows;

  WebhooksController(Triggers triggers, WebhookSecrets secrets, ActiveVersions flows) {
    this.triggers = triggers.flowTriggers();
    this.activity = triggers.activity();
    this.secrets = secrets;
    this.flows = flows;
  }

  @GetMapping("/api/webhooks")
  @RequiresPermission(
      value = Permission.READ,
      summary = "Lists the webhooks of the tenant.",
      flowScope = FlowScope.FILTERED)
  Listing<WebhookView> list(
      Caller caller,
      @RequestParam(defaultValue = "false") boolean starts,
      @RequestParam(defaultValue = "") String after,
      @RequestParam(defaultValue = "50") @Min(1) @Max(Paging.MAX_LIMIT) int limit) {
    List<Webhook> all =
        triggers.webhooks(caller.tenant()).stream()
            .filter(webhook -> webhook.rule().path().compareTo(after) > 0)
            .toList();
    Listing<Webhook> page = Listing.part(all, "", limit, webhook -> webhook.rule().path());
    if (!starts) {
      return new Listing<>(page.items().stream().map(WebhookView::of).toList(), page.next());
    }
    Set<String> codes = page.items().stream().map(Webhook::flow).collect(Collectors.toSet());
    Map<String, TriggerStarts> counted =
        activity.count(caller.tenant(), codes, Instant.now().minus(StartsView.PERIOD));
    return new Listing<>(
        page.items().stream()
            .map(
                one ->
                    WebhookView.of(
                        one,
                        StartsView.of(counted.get(TriggerActivity.ofWebhook(one.rule().path())))))
            .toList(),
        page.next());
  }

  /** How the secret of a webhook is replaced. */
  record SecretRequest(
      @Schema(
              description =
                  "Secret that the sender has made: whsec_ or whpk_ and base64 for the style"
                      + " standard, else 16 to 256 characters. One is generated if absent.",
              example = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=")
          @Nullable String secret,
      @Schema(
              description =
                  "True ends the secret before at once; otherwise it stays valid for 24 hours.",
              example = "false")
          @Nullable Boolean endOld) {

    static final SecretRequest PLAIN = new SecretRequest(null, null);

    /** Leaves out the secret so that it is not logged. */
    @Override
    public String toString() {
      return "SecretRequest";
    }
  }

  /** A new secret of a webhook. */
  record CreatedSecret(
      @Schema(description = "Number of the secret, which rises.", example = "2") int version,
      @Schema(
              description =
                  "The secret, which is shown this one time only; absent if the sender made it.",
              example = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=")
          @Nullable String secret) {

    @Override
    public String toString() {
      return "CreatedSecret " + version;
    }
  }

  @PostMapping("/api/flows/{flow}/trigger/secret")
  @RequiresPermission(
      value = Permission.ADMINISTER,
      summary =
          "Gives the webhook of a flow another secret, which is shown this one time only; the one"
              + " before stays valid for 24 hours, or ends at once.")
  @ApiStatus(201)
  ResponseEntity<CreatedSecret> rotate(
      Caller caller,
      @PathVariable String flow,
      @RequestBody(required = false) @Nullable SecretRequest body) {
    SecretRequest asked = body == null ? SecretRequest.PLAIN : body;
    String code = flows.code(caller.tenant(), flow);
    if (!secrets.canWrite()) {
      throw ApiException.conflict(
          "no-master-key",
          "this server has no master key to encrypt secrets with; start it with --master-key-file"
              + " or PAWL_MASTER_KEY ('openssl rand -base64 32' makes one)");
    }
    Rotation rotation =
        new Rotation(Optional.ofNullable(asked.secret()), Boolean.TRUE.equals(asked.endOld()));
    NewSecret created;
    try {
      created =
          triggers
              .rotate(caller.tenant(), code, rotation, secrets, caller.name())
              .orElseThrow(() -> noSecrets(flow));
    } catch (IllegalArgumentException wrong) {
      throw ApiException.refused("bad-secret", String.valueOf(wrong.getMessage()));
    }
    return ResponseEntity.status(201)
        .body(
            new CreatedSecret(
                created.version(), rotation.given().isPresent() ? null : created.value()));
  }

  @DeleteMapping("/api/flows/{flow}/trigger/secret")
  @RequiresPermission(
      value = Permission.ADMINISTER,
      summary =
          "Ends the secrets of a webhook that were replaced: from the response on, only the newest"
              + " is accepted.")
  @ApiStatus(204)
  ResponseEntity<Void> endReplaced(Caller caller, @PathVariable String flow) {
    String code = flows.code(caller.tenant(), flow);
    triggers.endReplacedSecrets(caller.tenant(), code);
    return ResponseEntity.noContent().build();
  }

  private static ApiException noSecrets(String flow) {
    return ApiException.conflict(
        "no-webhook-secret",
        "the flow '%s' has no webhook with the authentication WEBHOOK_SECRET; set one by PUT /api/flows/%s/trigger"
            .formatted(flow, flow));
  }
}
