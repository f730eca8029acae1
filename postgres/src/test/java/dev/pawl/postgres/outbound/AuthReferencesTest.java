package dev.pawl.postgres.outbound;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.sdk.Json;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AuthReferencesTest {

  @Test
  void shouldReplaceReferences() {
    Json auth =
        Json.parse(
            """
            {"type": "basic", "user": "x", "password": "{{ secret('p') }}",
             "more": ["a {{secret(\\"q\\")}} b", 1, true, null]}
            """);

    Json resolved = AuthReferences.replace(auth, Map.of("p", "P$1", "q", "Q")::get);

    assertThat(AuthReferences.names(auth)).containsExactly("p", "q");
    assertThat(resolved)
        .isEqualTo(
            Json.parse(
                """
                {"type": "basic", "user": "x", "password": "P$1", "more": ["a Q b", 1, true, null]}
                """));
  }

  @Test
  void shouldInsertAValueThatLooksLikeATemplateAsItIs_53() {
    Json auth = Json.of("{{ secret('p') }}");

    Json resolved =
        AuthReferences.replace(
            auth, Map.of("p", "{{ secret('q') }}${$.secret}", "q", "hidden")::get);

    assertThat(resolved).isEqualTo(Json.of("{{ secret('q') }}${$.secret}"));
  }

  @Test
  void shouldFindOtherTemplates() {
    assertThat(AuthReferences.otherTemplate(Json.parse("{\"a\": [\"{{ secret(x) }}\"]}")))
        .contains("{{ secret(x) }}");
    assertThat(AuthReferences.otherTemplate(Json.parse("{\"a\": \"{{ secret('x') }}\"}")))
        .isEmpty();
  }
}
