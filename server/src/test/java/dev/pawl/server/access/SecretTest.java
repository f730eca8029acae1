package dev.pawl.server.access;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SecretTest {

  @Test
  void shouldParseItsOwnText() {
    Secret secret = Secret.random();

    assertThat(Secret.of(secret.text())).contains(secret);
    assertThat(Secret.of(secret.text()).orElseThrow().digest()).isEqualTo(secret.digest());
  }

  @Test
  void shouldReportAMistypedKey() {
    String text = Secret.random().text();
    char last = text.charAt(50);
    String mistyped = text.substring(0, 50) + (last == 'a' ? 'b' : 'a') + text.substring(51);

    assertThat(Secret.of(mistyped)).isEmpty();
    assertThat(Secret.of(text + " ")).isEmpty();
    assertThat(Secret.of("")).isEmpty();
  }

  @Test
  void shouldHideItsValueInToString() {
    Secret secret = Secret.random();

    assertThat(secret.toString()).doesNotContain(secret.text().substring(24));
  }
}
