package dev.pawl.handlers.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.pawl.sdk.HandlerException;
import dev.pawl.sdk.Json;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TemplateRendererTest {

  private static final Json DATA =
      Json.parse(
          """
          {"name": "<Ada & \\"co\\">", "none": null, "total": 12.50, "big": 1e3, "vip": true,
           "items": [{"sku": "a"}, {"sku": "b"}], "address": {"city": "Uppsala"},
           "evil": "{{address.city}} ${$.secret} {{{name}}}"}
          """);

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{{name}}|<Ada & \"co\">",
        "{{address.city}}|Uppsala",
        "{{#items}}{{sku}}{{^-last}},{{/-last}}{{/items}}|a,b",
        "{{#vip}}yes{{/vip}}{{^vip}}no{{/vip}}|yes",
        "{{#unknown}}x{{/unknown}}[{{none}}]|[]",
        "{{total}} {{address}}|12.5 {\"city\":\"Uppsala\"}",
        "{{evil}}|{{address.city}} ${$.secret} {{{name}}}",
        "{{! a comment }}x|x"
      })
  void shouldRenderPlainText(String template, String expected) throws Exception {
    assertThat(TemplateRenderer.plain("t", template, DATA)).isEqualTo(expected);
  }

  @Test
  void shouldEscapeValuesInHtml() throws Exception {
    assertThat(TemplateRenderer.html("t", "<p>{{name}}</p>", DATA))
        .isEqualTo("<p>&lt;Ada &amp; &quot;co&quot;&gt;</p>");
  }

  @ParameterizedTest
  @CsvSource({
    "{{unknown}}, unknown variable 'unknown' in line 1",
    "{{address.street}}, 'address.street'",
    "{{name.length}}, 'name.length'",
    "{{name.class.name}}, 'name.class.name'",
    "{{getClass}}, 'getClass'",
    "{{items.size}}, 'items.size'",
    "{{> other}}, partials",
    "{{#vip}}, vip",
    "{{/vip}}, vip"
  })
  void shouldDescribeTemplateErrors(String template, String message) {
    assertThat(failure(template, DATA)).hasMessageContaining(message);
  }

  @Test
  void shouldBoundSizeWorkAndDepth() {
    String list = "[" + "1,".repeat(999) + "1]";
    Json large = Json.parse("{\"a\": %s, \"s\": \"%s\"}".formatted(list, "x".repeat(10_000)));

    assertThat(failure("x".repeat(TemplateRenderer.MAX_TEMPLATE_CHARACTERS + 1), large))
        .hasMessageContaining("at most 262144");
    assertThat(failure("{{#a}}{{s}}{{/a}}", large))
        .hasMessageContaining("more than 1048576 characters");
    assertThat(failure("{{#a}}{{#a}}{{#a}}{{/a}}{{/a}}{{/a}}", large))
        .hasMessageContaining("more than 100000 elements");
    assertThat(failure("{{#s}}".repeat(20_000) + "{{/s}}".repeat(20_000), large))
        .hasMessageContaining("nested too deeply");
  }

  private static HandlerException failure(String template, Json data) {
    HandlerException failure =
        catchThrowableOfType(
            HandlerException.class, () -> TemplateRenderer.plain("t", template, data));
    assertThat(failure).as(template.substring(0, Math.min(40, template.length()))).isNotNull();
    assertThat(failure.error()).isEqualTo("TemplateError");
    return failure;
  }
}
