package dev.pawl.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.UUID;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(OneServer.class)
class FlowCodesTest {

  private static final String DEFINITION =
      "\"definition\": {\"StartAt\": \"A\", \"States\": {\"A\": {\"Type\": \"Succeed\"}}}}";

  private static Api own;

  @BeforeAll
  static void tenant(OneServer.Running running) throws Exception {
    own = running.with(running.tenant("flow-codes"));
  }

  private static Api.Answer create(String code) throws Exception {
    return own.post("/api/flows", "{\"code\": \"%s\", %s".formatted(code, DEFINITION));
  }

  private static String codeOf(String name) throws Exception {
    return own.post("/api/flows", "{\"name\": \"%s\", %s".formatted(name, DEFINITION)).text("code");
  }

  @Test
  void shouldRejectUnreachableCodes() throws Exception {
    for (String code :
        new String[] {
          "executions", "resources", "validate", "a/b", "a b", "-a", "..", "ü", "", "a?b", "a%2Fb"
        }) {
      Api.Answer refused = create(code);
      assertThat(refused.status()).as(code + " " + refused).isEqualTo(422);
      assertThat(refused.text("code")).isEqualTo("bad-code");
      assertThat(refused.text("detail")).contains("executions, resources");
    }
    assertThat(create("a".repeat(201)).status()).isEqualTo(422);
    assertThat(create("Order_2.eu-1").status()).isEqualTo(201);
  }

  @Test
  void shouldNotLetAFlowBeCalledByTheIdOfAnother() throws Exception {
    String id = create("victim").text("id");

    assertThat(create(id).text("code")).isEqualTo("bad-code");
    assertThat(
            own.post(
                    "/api/import",
                    own.get("/api/flows/victim/export")
                        .body()
                        .toString()
                        .replace("\"victim\"", "\"" + id + "\""))
                .text("code"))
        .isEqualTo("bad-code");
    assertThat(own.get("/api/flows/" + id).text("code")).isEqualTo("victim");
  }

  @Test
  void shouldCreateDistinctCodesForDifferentNames() throws Exception {
    assertThat(codeOf("Größe prüfen!")).isEqualTo("gro-e-prufen");
    assertThat(codeOf("Pay out")).isEqualTo("pay-out");
    assertThat(codeOf("pay out")).isEqualTo("pay-out-2");
    assertThat(codeOf("Executions")).startsWith("flow-");
    String one = codeOf("注文");
    assertThat(one).startsWith("flow-").isNotEqualTo(codeOf("注文"));
    assertThat(own.get("/api/flows/" + one).text("name")).isEqualTo("注文");
  }

  @Test
  void shouldGenerateIdsInOrderOfTime() throws Exception {
    UUID first = UUID.fromString(create("timed-1").text("id"));
    UUID second = UUID.fromString(create("timed-2").text("id"));
    UUID copy = UUID.fromString(own.post("/api/flows/timed-1/duplicate", "").text("id"));

    assertThat(first.version()).isEqualTo(7);
    assertThat(copy.version()).isEqualTo(7);
    assertThat(second.toString()).isGreaterThan(first.toString());
  }
}
