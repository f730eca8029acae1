package dev.pawl.server.execution;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class AwaitedNamesTest {

  @Test
  void shouldKnowTheNamesOfAllMachines() {
    AwaitedNames names =
        AwaitedNames.of(
            """
            StartAt: Fan
            States:
              Fan:
                Type: Parallel
                End: true
                Branches:
                  - StartAt: A
                    States: {A: {Type: Wait, Event: paid, End: true}}
                  - StartAt: B
                    States: {B: {Type: Wait, Event: "s\\u0065nt", End: true}}
            """);

    assertThat(names.mayBe("paid")).isTrue();
    assertThat(names.mayBe("sent")).isTrue();
    assertThat(names.mayBe("other")).isFalse();
  }

  @Test
  void shouldExpectAnythingOfNamesThatAreComputed() {
    String path = "{\"StartAt\": \"A\", \"States\": {\"A\": {\"Type\": \"Wait\", %s}}}";

    assertThat(AwaitedNames.of(path.formatted("\"EventPath\": \"$.name\"")).mayBe("x")).isTrue();
    assertThat(AwaitedNames.of(path.formatted("\"Event\": \"{% $name %}\"")).mayBe("x")).isTrue();
    assertThat(AwaitedNames.of(path.formatted("\"Event\": \"name\"")).mayBe("x")).isFalse();
  }
}
