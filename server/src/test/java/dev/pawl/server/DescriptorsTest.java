package dev.pawl.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Descriptors of workers are shown to other users and must not harm them. */
@ExtendWith(OneServer.class)
class DescriptorsTest {

  private static Api.Answer described(Api worker, String descriptor)
      throws IOException, InterruptedException {
    return worker.post(
        "/api/workers/descriptors",
        "{\"items\": [{\"resource\": \"charge\", \"descriptor\": %s}]}".formatted(descriptor));
  }

  @Test
  void shouldTakeIconsThatCanBeShownSafely(OneServer.Running running) throws Exception {
    Api worker = running.own("icons");
    for (String icon :
        List.of(
            "credit-card",
            "Inbox_2.filled",
            "",
            "data:image/png;base64,iVBORw0KGgo=",
            "data:image/svg+xml;base64,PHN2Zy8+")) {
      assertThat(described(worker, "{\"icon\": \"%s\"}".formatted(icon)).status())
          .as(icon)
          .isEqualTo(200);
    }
    for (String icon :
        List.of(
            "javascript:alert(1)",
            "JavaScript:alert(1)",
            " javascript:alert(1)",
            "java\\nscript:alert(1)",
            "vbscript:x",
            "file:///etc/passwd",
            "http://example.org/i.png",
            "https://example.org/i.png",
            "//example.org/i.png",
            "../i.png",
            "data:text/html;base64,PHNjcmlwdD4=",
            "data:text/html,<script>alert(1)</script>",
            "data:image/svg+xml,<svg onload=alert(1)>",
            "<svg onload=alert(1)>",
            "\\u202eicon",
            "data:image/png;base64," + "A".repeat(9_000))) {
      Api.Answer refused = described(worker, "{\"icon\": \"%s\"}".formatted(icon));
      assertThat(refused.status()).as(icon + refused).isEqualTo(422);
      assertThat(refused.text("code")).isEqualTo("bad-descriptor");
      assertThat(refused.text("detail")).contains("'charge': the icon");
    }
  }

  @Test
  void shouldAcceptRe2PatternsOnly(OneServer.Running running) throws Exception {
    Api worker = running.own("patterns");
    for (String pattern :
        List.of(
            "a(?=b)",
            "a(?!b)",
            "(?<=a)b",
            "(?<!a)b",
            "(a)\\\\1",
            "(?<n>a)\\\\k<n>",
            "(?P=n)",
            "a++",
            "a*+",
            "(?>a+)b",
            "(?R)",
            "(?(1)a|b)",
            "\\\\Ga",
            "\\\\u0041",
            "\\\\cA",
            "a{1001}",
            "((a{1,99}){1,99}){1,99}",
            "(",
            "[a",
            "*")) {
      for (String schema :
          List.of(
              "{\"pattern\": \"%s\"}",
              "{\"patternProperties\": {\"%s\": {}}}",
              "{\"properties\": {\"default\": {\"pattern\": \"%s\"}}}",
              "{\"dependentSchemas\": {\"default\": {\"pattern\": \"%s\"}}}",
              "{\"prefixItems\": [{}, {\"anyOf\": [{\"not\": {\"pattern\": \"%s\"}}]}]}",
              "{\"propertyNames\": {\"if\": {\"pattern\": \"%s\"}}}")) {
        Api.Answer refused =
            described(worker, "{\"inputSchema\": %s}".formatted(schema.formatted(pattern)));
        assertThat(refused.status())
            .as("%s: %s", schema.formatted(pattern), refused)
            .isEqualTo(422);
        assertThat(refused.text("code")).isEqualTo("bad-descriptor");
      }
    }
    Api.Answer nested =
        described(
            worker,
            "{\"inputSchema\": {\"properties\": {\"a/b\": {\"prefixItems\": [{}, {\"pattern\":"
                + " \"(?=x)\"}]}}}}");
    assertThat(nested.text("detail"))
        .contains("/properties/a~1b/prefixItems/1/pattern has the pattern '(?=x)'");
    assertThat(described(worker, "{\"inputSchema\": {\"pattern\": [\"(?=x)\"]}}").status())
        .isEqualTo(422);
    assertThat(
            described(worker, "{\"inputSchema\": {\"pattern\": \"^[a-z]+(-[a-z]+)*$\"}}").status())
        .isEqualTo(200);
  }
}
