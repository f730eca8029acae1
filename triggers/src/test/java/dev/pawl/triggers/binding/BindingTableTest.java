package dev.pawl.triggers.binding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;
import dev.pawl.triggers.binding.Binding.BindingRule;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class BindingTableTest {

  private static final Optional<String> ANY = Optional.empty();

  private final List<CompiledBinding> bindings = new ArrayList<>();

  @Test
  void shouldMatchByTypeAndByEachOptionalScope() {
    add(BindingRule.of("POLICY_CREATED", "all"));
    add(BindingRule.of("POLICY_CREATED", "client").forScope(Optional.of("17"), ANY, ANY));
    add(BindingRule.of("POLICY_CREATED", "lob").forScope(ANY, Optional.of("3"), ANY));
    add(BindingRule.of("POLICY_CREATED", "other").forScope(Optional.of("18"), ANY, ANY));
    add(BindingRule.of("POLICY_PAID", "paid"));

    assertThat(matching("POLICY_CREATED", "17", "3", "5")).containsExactly("client", "lob", "all");
    assertThat(matching("POLICY_CREATED", null, null, null)).containsExactly("all");
    assertThat(matching("POLICY_PAID", "17", "3", "5")).containsExactly("paid");
    assertThat(matching("QUOTE_SAVED", "17", "3", "5")).isEmpty();
  }

  @Test
  void shouldOrderByPriorityThenFiltersThenClientProductLobThenAge() {
    add(BindingRule.of("e", "old"));
    add(BindingRule.of("e", "young"));
    add(BindingRule.of("e", "lob").forScope(ANY, Optional.of("l"), ANY));
    add(BindingRule.of("e", "product").forScope(ANY, ANY, Optional.of("p")));
    add(BindingRule.of("e", "client").forScope(Optional.of("c"), ANY, ANY));
    add(BindingRule.of("e", "two").forScope(ANY, Optional.of("l"), Optional.of("p")));
    add(BindingRule.of("e", "urgent").withPriority(10));

    assertThat(matching("e", "c", "l", "p"))
        .containsExactly("urgent", "two", "client", "product", "lob", "old", "young");
  }

  @Test
  void shouldMatchPrefixesWithWildcards() {
    add(BindingRule.of("policy.*", "any"));
    add(BindingRule.of("policy.created", "created"));
    add(BindingRule.of("policy.created.*", "below"));

    assertThat(matching("policy.created", null, null, null)).containsExactly("any", "created");
    assertThat(matching("policy.created.eu", null, null, null)).containsExactly("any", "below");
    assertThat(matching("policy", null, null, null)).isEmpty();
  }

  @Test
  void shouldOmitDisabledParts() {
    add(BindingRule.of("e", "off").withEnabled(false));

    assertThat(matching("e", null, null, null)).isEmpty();
  }

  @Test
  void shouldDescribeErrorsOfABinding() {
    assertThatThrownBy(() -> add(BindingRule.of("pol*cy", "x")))
        .hasMessageContaining("event: 'pol*cy'", "policy.*");
    assertThatThrownBy(() -> add(BindingRule.of("e", "x").withFilter("payload.amount >")))
        .hasMessageContaining("filter: [1:");
    assertThatThrownBy(() -> add(BindingRule.of("e", "x").withInputMapping(Json.of("event"))))
        .hasMessageContaining("inputMapping: 'event'");
    assertThatThrownBy(
            () -> add(BindingRule.of("e", "x").withDebounce(Json.parse("{\"wait\": \"P2D\"}"))))
        .hasMessageContaining("debounce.wait: must be more than zero and at most P1D, got P2D");
  }

  private void add(BindingRule rule) {
    bindings.add(
        CompiledBinding.compile(
            new Binding(
                UUID.randomUUID(),
                rule,
                Optional.empty(),
                "ann",
                Instant.EPOCH.plusSeconds(bindings.size()))));
  }

  private List<String> matching(String type, String client, String lob, String product) {
    DomainEvent event =
        new DomainEvent(
            type,
            "1",
            Optional.empty(),
            Optional.ofNullable(client),
            Optional.ofNullable(lob),
            Optional.ofNullable(product),
            JsonObject.EMPTY);
    return new BindingTable(bindings)
        .matching(event).stream().map(one -> one.rule().flow()).toList();
  }
}
