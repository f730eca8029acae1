package dev.pawl.house;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.model.definition.Definitions;
import dev.pawl.model.json.Format;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ExamplesTest {

  private static final Pattern FLOW = Pattern.compile("```yaml\n(.*?)```", Pattern.DOTALL);

  @ParameterizedTest
  @MethodSource
  void shouldReadWithoutFindings(String example) {
    Format format = Format.ofFile(example).orElseThrow();

    assertThat(Definitions.read(Tree.text(example), format).findings()).isEmpty();
  }

  static Stream<String> shouldReadWithoutFindings() {
    return Tree.files("examples").filter(file -> Format.ofFile(file).isPresent());
  }

  @ParameterizedTest
  @MethodSource
  void shouldReadEveryFlowOfTheLanguagePage(String flow) {
    assertThat(Definitions.read(flow, Format.YAML).findings()).isEmpty();
  }

  static Stream<String> shouldReadEveryFlowOfTheLanguagePage() {
    return FLOW.matcher(Tree.text("docs/language.md")).results().map(block -> block.group(1));
  }
}
