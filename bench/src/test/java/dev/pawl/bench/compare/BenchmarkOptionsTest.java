package dev.pawl.bench.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class BenchmarkOptionsTest {

  @Test
  void shouldParseOptions() {
    assertThat(BenchmarkOptions.parse())
        .isEqualTo(new BenchmarkOptions(false, Optional.empty(), false, List.of()));
    assertThat(
            BenchmarkOptions.parse("--only", "pawl,dbos", "--write", "--json", "f.json", "--short"))
        .isEqualTo(
            new BenchmarkOptions(
                true, Optional.of(Path.of("f.json")), true, List.of("pawl", "dbos")));
  }

  @Test
  void shouldRefuseUnknownOptions() {
    assertThatThrownBy(() -> BenchmarkOptions.parse("--long")).hasMessage("unknown option: --long");
    assertThatThrownBy(() -> BenchmarkOptions.parse("--json")).hasMessage("--json needs a value");
  }
}
