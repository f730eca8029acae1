package dev.pawl.chaos.program;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.model.definition.Definitions;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class RandomProgramTest {

  private static final int PROGRAMS = 300;

  @Test
  void shouldGenerateTheSameProgramFromTheSameSeed() {
    assertThat(RandomProgram.of("one", 7)).isEqualTo(RandomProgram.of("one", 7));
    assertThat(RandomProgram.of("one", 8)).isNotEqualTo(RandomProgram.of("one", 7));
  }

  @Test
  void shouldCoverEveryKindOfStateWithItsOwnWrites() {
    String documents = programs().map(program -> program.documents().toString()).toList() + "";

    assertThat(documents)
        .contains("waitForTaskToken", "\"flow:", "DISTRIBUTED", "\"Event\"", "\"Graph\"")
        .contains("\"Parallel\"", "\"Choice\"", "\"Retry\"", "\"Catch\"", "\"Seconds\"");
    assertThat(programs().flatMap(program -> program.events().stream())).isNotEmpty();
    assertThat(programs().flatMap(program -> program.expected().perhaps().stream())).isNotEmpty();
    assertThat(programs().flatMap(program -> program.expected().effects().keySet().stream()))
        .as("effects of children")
        .anyMatch(label -> label.contains(":"));
  }

  @Test
  void shouldBeValidWithoutErrors() {
    assertThat(programs().flatMap(program -> program.documents().values().stream()))
        .allSatisfy(text -> assertThat(Definitions.read(text).flow()).as(text).isPresent());
  }

  private static Stream<Program> programs() {
    return LongStream.rangeClosed(1, PROGRAMS)
        .mapToObj(seed -> RandomProgram.of("random-" + seed, seed));
  }
}
