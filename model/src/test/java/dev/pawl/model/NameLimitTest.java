package dev.pawl.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.model.definition.Definitions;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class NameLimitTest {

  private static final String NOTE = "\uD834\uDD1E";

  @ParameterizedTest
  @EnumSource
  void shouldCountCodePoints(NameLimit limit) {
    assertThat(limit.problem("n".repeat(limit.most()))).isEmpty();
    assertThat(limit.problem(NOTE.repeat(limit.most()))).isEmpty();
    assertThat(limit.problem(NOTE.repeat(limit.most() + 1)).orElseThrow())
        .contains("at most " + limit.most())
        .contains("has " + (limit.most() + 1))
        .hasSizeLessThan(300);
    assertThat(limit.problem("a\u0000").orElseThrow()).contains("U+0000");
    assertThat(limit.problem("a\uD800").orElseThrow()).contains("U+D800");
  }

  /** Two names and what stands around them are one entry of an index. */
  @ParameterizedTest
  @EnumSource
  void shouldFitIntoAnIndex(NameLimit limit) {
    assertThat(NOTE.repeat(limit.most()).getBytes(StandardCharsets.UTF_8))
        .hasSizeLessThanOrEqualTo(800);
  }

  @Test
  void shouldRefuseBlankNamesButNotEmptyValues() {
    assertThat(NameLimit.EVENT.problem(" ")).isPresent();
    assertThat(NameLimit.LABEL_NAME.problem("")).isPresent();
    assertThat(NameLimit.LABEL_VALUE.problem("")).isEmpty();
    assertThat(NameLimit.LABEL_NAME.problem("a:b").orElseThrow()).contains("colon");
    assertThat(NameLimit.problem(Map.of("team", "v".repeat(201))).orElseThrow())
        .contains("label 'team'", "at most 200");
  }

  @Test
  void shouldRunDefinitionsPublishedBeforeTheLimit() {
    String old =
        """
        {"StartAt": "A", "States": {"A": {"Type": "Task", "Resource": "%s", "End": true}}}
        """
            .formatted("r".repeat(201));

    assertThat(Definitions.read(old).isValid()).isFalse();
    assertThat(Definitions.readPublished(old).flow()).isPresent();
    assertThat(Definitions.readPublished(old.replace("\"End\"", "\"Ent\"")).flow()).isEmpty();
  }
}
