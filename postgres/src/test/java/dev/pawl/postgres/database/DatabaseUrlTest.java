package dev.pawl.postgres.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DatabaseUrlTest {

  @ParameterizedTest
  @CsvSource({
    "jdbc:postgresql://h:5/d, jdbc:postgresql://h:5/d, '', ''",
    "jdbc:postgresql://h/d?user=u&password=p, jdbc:postgresql://h/d, u, p",
    "jdbc:postgresql://h/d?ssl=true&user=u&a=b, jdbc:postgresql://h/d?ssl=true&a=b, u, ''",
    "postgresql://u:p@h:5/d, jdbc:postgresql://h:5/d, u, p",
    "postgres://u@h/d?sslmode=require, jdbc:postgresql://h/d?sslmode=require, u, ''",
    "postgresql://u%40x:p%3A%2F+%20@h/d, jdbc:postgresql://h/d, u@x, 'p:/+ '",
    "postgresql://u:p@h1:1|h2:2/d, jdbc:postgresql://h1:1|h2:2/d, u, p",
    "postgresql://u:p@[::1]:5/d, jdbc:postgresql://[::1]:5/d, u, p",
    "postgresql:///d, jdbc:postgresql:///d, '', ''"
  })
  void shouldReadAddresses(String url, String clean, String user, String password) {
    assertThat(Database.at(url)).isEqualTo(new Database(clean, user, password));
  }

  @ParameterizedTest
  @ValueSource(strings = {"mysql://secret@h/d", "h:5432/secret", ""})
  void shouldExplainTheFormatWithoutRepeatingTheAddress(String url) {
    assertThatThrownBy(() -> Database.at(url))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("postgresql://user:password@host:5432/name")
        .message()
        .doesNotContain("secret");
  }

  @Test
  void shouldNotShowThePassword() {
    assertThat(Database.at("postgresql://u:secret@h/d?password=secret2"))
        .hasToString("jdbc:postgresql://h/d as u");
  }
}
