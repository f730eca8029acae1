package dev.pawl.model.path;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RegexTest {

  @Test
  void shouldMatchTheWholeTextOrFindAPart() {
    Regex regex = Regex.compile("b+", "");

    assertThat(regex.matches("bb")).isTrue();
    assertThat(regex.matches("abb")).isFalse();
    assertThat(regex.isFoundIn("abbc")).isTrue();
    assertThat(regex.isFoundIn("ac")).isFalse();
  }

  @Test
  void shouldObeyFlags() {
    assertThat(Regex.compile("abc", "i").matches("ABC")).isTrue();
    assertThat(Regex.compile("a.c", "").matches("a\rc")).isFalse();
    assertThat(Regex.compile("a.c", "s").matches("a\nc")).isTrue();
  }

  @Test
  void shouldLeaveDotsInClassesAlone() {
    assertThat(Regex.compile("[.]", "").matches("x")).isFalse();
    assertThat(Regex.compile("[].]", "").matches(".")).isTrue();
    assertThat(Regex.compile("[^].]", "").matches("x")).isTrue();
    assertThat(Regex.compile("\\.", "").matches("x")).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"a{1000}{1000}", "((a{100}){100}){100}", "(", "a**", "(?=a)", "(a)\\1"})
  void shouldRejectLargeOrInvalidRegularExpressions(String source) {
    assertThatIllegalArgumentException().isThrownBy(() -> Regex.compile(source, ""));
  }

  @Test
  void shouldCountRepetitionsInTheExpandedPattern() {
    assertThat(Regex.compile("(ab){50}c{2,10}", "").cost()).isBetween(100, 200);
    assertThatIllegalArgumentException().isThrownBy(() -> Regex.compile("a".repeat(1001), ""));
  }
}
