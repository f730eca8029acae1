package dev.pawl.server.trigger;

import dev.pawl.engine.ExecutionId;
import dev.pawl.engine.node.ExecutionControl;
import dev.pawl.engine.node.Node;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.TenantId;
import dev.pawl.postgres.connection.TenantDatabase;
import dev.pawl.postgres.secret.TenantKeys;
import dev.pawl.postgres.secret.WebhookSecrets;
import dev.pawl.postgres.store.PostgresStore;
import dev.pawl.server.execution.Broadcast;
import dev.pawl.server.flow.ActiveVersions;
import dev.pawl.server.problem.ApiException;
import dev.pawl.server.tenant.QuotaWarnings;
import dev.pawl.server.tenant.StartQuotas;
import dev.pawl.server.tenant.StartRates;
import dev.pawl.server.tenant.Tenants;
import dev.pawl.server.web.ApiJson;
import dev.pawl.server.web.OpenStreams;
import dev.pawl.triggers.Triggers;
import dev.pawl.triggers.handler.StoredNotifications;
import dev.pawl.triggers.launch.ApiInvocations;
import dev.pawl.triggers.launch.EventStarts.StartedFlow;
import dev.pawl.triggers.launch.FlowResolver;
import dev.pawl.triggers.launch.WebhookStarts;
import dev.pawl.triggers.launch.WebhookStarts.WebhookSettings;
import java.time.InstantSource;
import java.util.Optional;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** Beans of this package. */
@Configuration(proxyBeanMethods = false)
@Import({
  EventController.class,
  EventTrialController.class,
  BindingsController.class,
  FlowTriggerController.class,
  RejectedController.class,
  WebhookController.class,
  WebhooksController.class
})
public class TriggerConfiguration {

  @Bean
  Triggers triggers(Node node, PostgresStore store, TenantDatabase tenanted, ActiveVersions flows) {
    return Triggers.start(node, store, tenanted, (tenant, flow) -> startable(flows, tenant, flow));
  }

  private static Optional<FlowResolver.StartableFlow> startable(
      ActiveVersions flows, TenantId tenant, String flow) {
    try {
      ActiveVersions.StartableVersion named = flows.requireVersion(tenant, flow, Optional.empty());
      return Optional.of(new FlowResolver.StartableFlow(named.version(), named.priority()));
    } catch (ApiException cannotStart) {
      return Optional.empty();
    }
  }

  @Bean
  ApiInvocations apiInvocations(Triggers triggers) {
    return triggers.invocations();
  }

  @Bean
  WebhookSecrets webhookSecrets(TenantKeys tenantKeys) {
    return new WebhookSecrets(tenantKeys);
  }

  @Bean
  OpenWebhooks openWebhooks(@Value("${pawl.open-webhooks}") boolean isAllowed) {
    return new OpenWebhooks(isAllowed);
  }

  @Bean
  WebhookStarts webhookStarts(Triggers triggers, WebhookSecrets secrets, OpenWebhooks open) {
    return triggers.webhooks(
        secrets, new WebhookSettings(open.isAllowed(), InstantSource.system()));
  }

  @Bean
  WebhookTenants webhookTenants(Tenants tenants) {
    return new WebhookTenants(tenants);
  }

  @Bean
  WebhookController.WebhookLimits webhookLimits(
      StartRates rates, StartQuotas quotas, ApiJson json) {
    return new WebhookController.WebhookLimits(rates, quotas, json);
  }

  @Bean
  WebhookController.WebhookWaits webhookWaits(
      Node node, ExecutionControl control, OpenStreams streams) {
    return new WebhookController.WebhookWaits(node, control, streams);
  }

  @Bean
  EventPublication eventPublication(
      Triggers triggers,
      Broadcast broadcast,
      StartQuotas quotas,
      QuotaWarnings warnings,
      TriggerHandlers handlers,
      TenantDatabase tenanted,
      Node node) {
    EventPublication publication = new EventPublication(triggers, broadcast, quotas, warnings);
    handlers.set(
        (tenant, event, by) ->
            publication.publish(tenant, event, true, by).started().stream()
                .map(
                    one ->
                        new StartedFlow(
                            one.flow(), new ExecutionKey(tenant, new ExecutionId(one.execution()))))
                .toList(),
        new StoredNotifications(tenanted, node::newId));
    return publication;
  }
}
