package dev.pawl.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.dialects.Dialects;
import dev.pawl.model.definition.Definitions;
import dev.pawl.model.finding.Finding;
import dev.pawl.model.json.DocumentFormat;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ExamplesTest {

  private static final Pattern FLOW = Pattern.compile("```yaml\n(.*?)```", Pattern.DOTALL);

  @ParameterizedTest
  @MethodSource
  void shouldReadWithoutFindings(String example) {
    DocumentFormat format = DocumentFormat.ofFile(example).orElseThrow();

    // The bindings of a Spring Boot application are created when it starts.
    assertThat(Dialects.read(Checkout.text(example), format).findings())
        .filteredOn(finding -> finding.code() != Finding.Code.NO_EFFECT)
        .isEmpty();
  }

  static Stream<String> shouldReadWithoutFindings() {
    return Checkout.files("examples")
        .filter(file -> !file.contains("/target/"))
        .filter(file -> DocumentFormat.ofFile(file).isPresent());
  }

  @ParameterizedTest
  @MethodSource
  void shouldReadEveryFlowOfThePagesWithoutFindings(String page, String flow) {
    assertThat(Definitions.read(flow, DocumentFormat.YAML).findings()).isEmpty();
  }

  static Stream<Arguments> shouldReadEveryFlowOfThePagesWithoutFindings() {
    return Stream.concat(Stream.of("README.md"), Checkout.files("docs"))
        .filter(file -> file.endsWith(".md"))
        .flatMap(
            page ->
                FLOW.matcher(Checkout.text(page))
                    .results()
                    .map(block -> block.group(1))
                    .filter(text -> text.contains("StartAt:"))
                    .map(text -> Arguments.of(page, text)));
  }
}
