package dev.pawl.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.postgres.testing.SharedPostgres;
import dev.pawl.sdk.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Secrets, connections and templates through the API. */
@ExtendWith(OneServer.class)
class SecretsTest {

  @Test
  void shouldSetListAndDeleteSecretsAndNeverReturnValues(OneServer.Running running)
      throws Exception {
    Api owner = running.own("secrets-crud");

    Api.Answer first = owner.call("PUT", "/api/secrets/crm", "{\"value\": \"value one\"}");
    Api.Answer second = owner.call("PUT", "/api/secrets/crm", "{\"value\": \"value two\"}");

    assertThat(first.status()).isEqualTo(200);
    assertThat(second.text("version")).isEqualTo("2");
    assertThat(second.text("updatedBy")).startsWith("first key");
    for (Api.Answer answer :
        List.of(first, second, owner.get("/api/secrets"), owner.get("/api/secrets/crm"))) {
      assertThat(answer.body().toString()).contains("crm").doesNotContain("value ");
    }
    assertThat(owner.call("DELETE", "/api/secrets/crm", "").status()).isEqualTo(204);
    assertThat(owner.get("/api/secrets/crm").status()).isEqualTo(404);
    assertThat(owner.call("DELETE", "/api/secrets/crm", "").status()).isEqualTo(404);
    assertThat(owner.get("/api/audit").body().toString())
        .contains("PUT /api/secrets/{name}", "/api/secrets/crm")
        .doesNotContain("value one", "value two");
  }

  @Test
  void shouldListPageByPage(OneServer.Running running) throws Exception {
    Api owner = running.own("secrets-pages");
    for (String name : List.of("a", "b", "c")) {
      owner.call("PUT", "/api/secrets/" + name, "{\"value\": \"some value\"}");
      owner.call("PUT", "/api/templates/" + name, "{\"text\": \"x\"}");
      owner.call(
          "PUT",
          "/api/connections/" + name,
          "{\"kind\": \"http\", \"address\": \"https://a.example\"}");
    }

    for (String things : List.of("secrets", "templates", "connections")) {
      Api.Answer page = owner.get("/api/" + things + "?limit=2");
      assertThat(page.text("next")).isEqualTo("b");
      Json rest = owner.get("/api/" + things + "?limit=2&after=b").body();
      assertThat(rest.get("items").orElseThrow().toString()).contains("\"c\"");
      assertThat(rest.get("next").orElseThrow().isNull()).isTrue();
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a%20b | {\"value\": \"long enough\"} | bad-name | is not allowed; use 1 to 100",
        "crm   | {\"value\": \"abc\"}         | bad-value | at least 4",
        "crm   | {}                           | malformed | value",
        "crm   | {\"value\": 12345}           | malformed | /value must be a text",
      })
  void shouldDescribeErrorsOfASecret(
      String name, String body, String code, String detail, OneServer.Running running)
      throws Exception {
    Api.Answer answer = running.admin().call("PUT", "/api/secrets/" + name, body);

    assertThat(answer.status()).isIn(400, 422);
    assertThat(answer.text("code")).isEqualTo(code);
    assertThat(answer.text("detail")).contains(detail);
  }

  @Test
  void shouldLimitTheSizeOfASecret(OneServer.Running running) throws Exception {
    Api.Answer answer =
        running
            .admin()
            .call("PUT", "/api/secrets/big", "{\"value\": \"%s\"}".formatted("x".repeat(65_537)));

    assertThat(answer.status()).isEqualTo(422);
    assertThat(answer.text("detail")).contains("65537 bytes are above the maximum of 65536");
  }

  @Test
  void shouldSaveConnectionsThatReferToSecrets(OneServer.Running running) throws Exception {
    Api owner = running.own("connections");
    String crm =
        """
        {"kind": "http", "address": "https://crm.example/api",
         "auth": {"type": "bearer", "token": "{{ secret('crm') }}"},
         "operations": {"find": {"method": "GET", "path": "/customers/{id}"}},
         "options": {"timeout": 10}}
        """;

    Api.Answer early = owner.call("PUT", "/api/connections/crm", crm);
    owner.call("PUT", "/api/secrets/crm", "{\"value\": \"value one\"}");
    Api.Answer saved = owner.call("PUT", "/api/connections/crm", crm);

    assertThat(early.text("code")).isEqualTo("unknown-secret");
    assertThat(saved.status()).as(saved.toString()).isEqualTo(200);
    assertThat(saved.text("tls")).isEqualTo("tls");
    Json shown = owner.get("/api/connections/crm").body();
    assertThat(shown).isEqualTo(saved.body());
    assertThat(shown.get("auth").orElseThrow())
        .isEqualTo(Json.parse("{\"type\": \"bearer\", \"token\": \"{{ secret('crm') }}\"}"));
    assertThat(shown.toString()).contains("/customers/{id}").doesNotContain("value one");
    Api.Answer inUse = owner.call("DELETE", "/api/secrets/crm", "");
    assertThat(inUse.status()).isEqualTo(409);
    assertThat(inUse.text("detail")).contains("used by the connection crm");
    assertThat(owner.call("DELETE", "/api/connections/crm", "").status()).isEqualTo(204);
    assertThat(owner.call("DELETE", "/api/secrets/crm", "").status()).isEqualTo(204);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "http | ftp://x.example       |                          | not the URL of a server",
        "http | https://u:p@x.example |                          | must not contain a user",
        "smtp | https://x.example     |                          | is not host:port",
        "smpp | x.example:0           |                          | is not host:port",
        "http | https://x.example     | \"tls\": \"none\"        | does not fit the address",
        "http | https://x.example     | \"auth\": {\"token\": \"abc\"} | must refer to a secret",
        "http | https://x.example     | \"auth\": {\"token\": \"{{ secret(x) }}\"} | is not a"
            + " reference",
        "http | https://x.example     | \"options\": {\"password\": \"abc\"} | belongs into auth",
        "smtp | x.example:25 | \"operations\": {\"a\": {\"method\": \"GET\", \"path\": \"/\"}} |"
            + " only connections of kind http",
        "http | https://x.example | \"operations\": {\"a\": {\"method\": \"get\", \"path\": \"/\"}}"
            + " | operations/a/method",
        "http | https://x.example | \"operations\": {\"a\": {\"method\": \"GET\", \"path\":"
            + " \"/../x\"}} | operations/a/path",
        "http | https://x.example | \"operations\": {\"a\": {\"method\": \"GET\", \"path\": \"x\"}}"
            + " | operations/a/path",
      })
  void shouldDescribeErrorsOfAConnection(
      String kind, String address, String more, String detail, OneServer.Running running)
      throws Exception {
    String body =
        "{\"kind\": \"%s\", \"address\": \"%s\"%s}"
            .formatted(kind, address, more == null ? "" : ", " + more);

    Api.Answer answer = running.admin().call("PUT", "/api/connections/x", body);

    assertThat(answer.status()).as(answer.toString()).isEqualTo(422);
    assertThat(answer.text("code")).isEqualTo("bad-connection");
    assertThat(answer.text("detail")).contains(detail);
  }

  @Test
  void shouldLetOnlyThePlatformAllowPrivateAddresses(OneServer.Running running) throws Exception {
    Api owner = running.own("private-net");
    String body = "{\"kind\": \"http\", \"address\": \"http://10.0.0.%s\"%s}";
    String access = "/api/tenants/private-net/connections/crm/private-access";
    String allow = "{\"allowed\": true, \"address\": \"http://10.0.0.%s\"}";
    String asked = ", \"allowPrivate\": true";

    assertThat(owner.call("PUT", "/api/connections/crm", body.formatted("1", asked)).status())
        .isEqualTo(403);
    owner.call("PUT", "/api/connections/crm", body.formatted("1", ""));
    assertThat(running.admin().call("PUT", access, allow.formatted("2")).status()).isEqualTo(409);
    assertThat(running.admin().call("PUT", access, allow.formatted("1")).status()).isEqualTo(200);
    assertThat(owner.call("PUT", access, allow.formatted("1")).status()).isEqualTo(403);

    // What was allowed stays allowed, but not for another address.
    assertThat(owner.get("/api/connections/crm").text("allowPrivate")).isEqualTo("true");
    assertThat(owner.call("PUT", "/api/connections/crm", body.formatted("1", asked)).status())
        .isEqualTo(200);
    assertThat(owner.call("PUT", "/api/connections/crm", body.formatted("2", asked)).status())
        .isEqualTo(403);
    assertThat(
            owner.call("PUT", "/api/connections/crm", body.formatted("2", "")).text("allowPrivate"))
        .isEqualTo("false");
    assertThat(
            running
                .admin()
                .call("PUT", "/api/connections/own", body.formatted("3", asked))
                .text("allowPrivate"))
        .isEqualTo("true");
  }

  @Test
  void shouldSaveTemplates(OneServer.Running running) throws Exception {
    Api owner = running.own("templates");

    Api.Answer saved =
        owner.call(
            "PUT",
            "/api/templates/shipped",
            "{\"subject\": \"Order {{id}}\", \"text\": \"Dear {{name}}\"}");

    assertThat(saved.status()).isEqualTo(200);
    assertThat(owner.get("/api/templates/shipped").text("text")).isEqualTo("Dear {{name}}");
    assertThat(owner.get("/api/templates").body().toString())
        .contains("Order {{id}}")
        .doesNotContain("Dear");
    assertThat(owner.call("PUT", "/api/templates/x", "{\"subject\": \"a\"}").text("detail"))
        .contains("needs a text or an html body");
    assertThat(
            owner
                .call(
                    "PUT", "/api/templates/x", "{\"text\": \"x\", \"subject\": \"a\\r\\nBcc: b\"}")
                .text("detail"))
        .contains("line breaks");
    assertThat(
            owner
                .call(
                    "PUT", "/api/templates/x", "{\"html\": \"%s\"}".formatted("x".repeat(262_145)))
                .text("detail"))
        .contains("262145 characters are above the maximum of 262144");
    assertThat(owner.call("DELETE", "/api/templates/shipped", "").status()).isEqualTo(204);
    assertThat(owner.get("/api/templates/shipped").status()).isEqualTo(404);
  }

  @Test
  void shouldRefuseSecretsWithoutAMasterKey(@TempDir Path data) throws Exception {
    try (PawlServer server =
        PawlServer.start(
            ServerSettings.in(data).withPort(0).withDatabase(SharedPostgres.createMigrated()))) {
      Api admin =
          new Api(server.address(), Optional.of(Files.readString(data.resolve("admin.key"))));

      Api.Answer answer = admin.call("PUT", "/api/secrets/crm", "{\"value\": \"value one\"}");

      assertThat(answer.status()).isEqualTo(409);
      assertThat(answer.text("code")).isEqualTo("no-master-key");
      assertThat(answer.text("detail")).contains("--master-key-file", "PAWL_MASTER_KEY");
      assertThat(admin.get("/api/secrets").status()).isEqualTo(200);
    }
  }
}
