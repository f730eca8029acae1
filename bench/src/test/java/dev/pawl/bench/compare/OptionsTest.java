package dev.pawl.bench.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class OptionsTest {

  @Test
  void shouldReadWhatIsAskedFor() {
    assertThat(Options.parse()).isEqualTo(new Options(false, Optional.empty(), false, List.of()));
    assertThat(Options.parse("--only", "pawl,dbos", "--write", "--json", "f.json", "--short"))
        .isEqualTo(
            new Options(true, Optional.of(Path.of("f.json")), true, List.of("pawl", "dbos")));
  }

  @Test
  void shouldRefuseWhatItDoesNotKnow() {
    assertThatThrownBy(() -> Options.parse("--long")).hasMessage("unknown option: --long");
    assertThatThrownBy(() -> Options.parse("--json")).hasMessage("--json needs a value");
  }
}
