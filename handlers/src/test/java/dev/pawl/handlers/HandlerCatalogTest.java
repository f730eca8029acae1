package dev.pawl.handlers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.handlers.egress.EgressPolicy;
import dev.pawl.handlers.testing.CallFixture;
import dev.pawl.model.schema.JsonSchema;
import dev.pawl.sdk.Handler;
import dev.pawl.sdk.HandlerDescriptor;
import dev.pawl.sdk.HandlerDescriptor.HandlerError;
import dev.pawl.sdk.Json;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class HandlerCatalogTest {

  private final Map<String, Handler> handlers =
      new CallFixture(EgressPolicy.PUBLIC_ONLY).handlers();

  @Test
  void shouldKnowHandlersByNameAndAlias() {
    assertThat(handlers)
        .containsKeys(
            "HTTP_CALLOUT",
            "EXPORT_POLICY_HANDLER",
            "OUTBOUND_MESSAGE",
            "CALL",
            "FUNCTION",
            "TRANSFORM_DATA",
            "LOG_MESSAGE",
            "EMAIL_ALERT",
            "SMS_HANDLER");
    assertThat(handlers.get("call")).isSameAs(handlers.get("CALL"));
    assertThat(handlers.get("function")).isSameAs(handlers.get("FUNCTION"));
    assertThat(handlers.get("EXPORT")).isSameAs(handlers.get("EXPORT_POLICY_HANDLER"));
    assertThat(handlers.get("EMAIL_HANDLER")).isSameAs(handlers.get("EMAIL_ALERT"));
  }

  @Test
  void shouldDescribeEveryHandler() {
    handlers.forEach(
        (name, handler) -> {
          HandlerDescriptor descriptor = handler.descriptor();
          assertThat(descriptor.displayName()).as(name).isNotBlank();
          assertThat(descriptor.category()).as(name).isNotBlank();
          assertThat(descriptor.description()).as(name).isNotBlank();
          assertThat(descriptor.icon()).as(name).isNotBlank();
          assertThat(descriptor.errors()).as(name).isNotEmpty();
          assertThat(descriptor.timeout()).as(name).contains(Duration.ofSeconds(30));
          for (Json schema :
              List.of(
                  descriptor.configSchema(), descriptor.inputSchema(), descriptor.outputSchema())) {
            assertThat(JsonSchema.problem(schema)).as(name).isEmpty();
          }
          assertThat(descriptor.configSchema().get("properties")).as(name).isPresent();
        });
  }

  @Test
  void shouldNameTheErrorsOfHttpCalls() {
    List<HandlerError> errors = handlers.get("HTTP_CALLOUT").descriptor().errors();

    assertThat(errors.stream().filter(HandlerError::retryable).map(HandlerError::name))
        .containsExactlyInAnyOrder("HttpTimeout", "HttpConnect", "Http5xx", "Http429");
    assertThat(errors.stream().filter(error -> !error.retryable()).map(HandlerError::name))
        .containsExactlyInAnyOrder("Http4xx", "HttpTooLarge", "EgressDenied", "ConfigInvalid");
  }
}
