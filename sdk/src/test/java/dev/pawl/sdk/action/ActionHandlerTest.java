package dev.pawl.sdk.action;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.sdk.CallOrigin;
import dev.pawl.sdk.CallServices;
import dev.pawl.sdk.HandlerCall;
import dev.pawl.sdk.HandlerDescriptor;
import dev.pawl.sdk.HandlerException;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonBool;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ActionHandlerTest {

  record Charge(long amount) {}

  record Account(String currency) {}

  private static final class CreateCharge implements ActionHandler {

    @Override
    public String getKey() {
      return "CREATE_CHARGE";
    }

    @Override
    public ActionResult execute(ActionContext context) {
      Charge charge = context.getData(Charge.class);
      return charge.amount() > 100
          ? ActionResult.failure("Charge.TooHigh", "the limit is 100")
          : ActionResult.success(
              Map.of(
                  "charged", charge.amount() + " " + context.getConfig(Account.class).currency(),
                  "tenant", context.getTenantId(),
                  "config", context.getActionConfigJson()));
    }

    @Override
    public ActionHandlerDescriptor getDescriptor() {
      return new ActionHandlerDescriptor() {
        @Override
        public String getConfigSchema() {
          return "{\"type\": \"object\"}";
        }

        @Override
        public String getInputSchema() {
          return "";
        }

        @Override
        public String getOutputSchema() {
          return "true";
        }

        @Override
        public String getDisplayName() {
          return "Create charge";
        }

        @Override
        public String getCategory() {
          return "Payment";
        }

        @Override
        public String getDescription() {
          return "Charges an account";
        }

        @Override
        public @Nullable String getIcon() {
          return "credit-card";
        }
      };
    }
  }

  @Test
  void shouldExecuteAnActionAsAHandler() throws Exception {
    Json output = new ActionHandlerAdapter(new CreateCharge()).handle(call(50));

    assertThat(output)
        .isEqualTo(
            Json.parse(
                "{\"charged\": \"50 EUR\", \"tenant\": \"4\", \"config\":"
                    + " \"{\\\"currency\\\":\\\"EUR\\\"}\"}"));
  }

  @Test
  void shouldFailWithTheErrorNameOfTheResult() {
    assertThatThrownBy(() -> new ActionHandlerAdapter(new CreateCharge()).handle(call(500)))
        .isInstanceOfSatisfying(
            HandlerException.class, e -> assertThat(e.error()).isEqualTo("Charge.TooHigh"))
        .hasMessage("the limit is 100");
  }

  @Test
  void shouldReadTheDescriptor() {
    HandlerDescriptor descriptor = new ActionHandlerAdapter(new CreateCharge()).descriptor();

    assertThat(descriptor.displayName()).isEqualTo("Create charge");
    assertThat(descriptor.category()).isEqualTo("Payment");
    assertThat(descriptor.icon()).isEqualTo("credit-card");
    assertThat(descriptor.configSchema()).isEqualTo(Json.parse("{\"type\": \"object\"}"));
    assertThat(descriptor.inputSchema()).isEqualTo(JsonBool.TRUE);
  }

  private static HandlerCall call(long amount) {
    return new HandlerCall(
        "CREATE_CHARGE",
        Json.parse("{\"amount\": " + amount + "}"),
        Optional.of(Json.parse("{\"currency\": \"EUR\"}")),
        "key",
        1,
        Optional.empty(),
        Optional.empty(),
        new CallOrigin(4, "charge", "", "", Optional.empty()),
        CallServices.NONE);
  }
}
