package dev.pawl.server.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class SettingsTest {

  @TempDir Path folder;

  private Path file(String text) throws Exception {
    return Files.writeString(folder.resolve("pawl.conf"), text);
  }

  private static Settings read(
      Map<Setting, String> flags, Map<String, String> environment, Path file) {
    return Settings.read(flags, environment, Optional.ofNullable(file));
  }

  @ParameterizedTest
  @EnumSource
  void shouldHaveAGoodDefault(Setting setting) {
    if (!setting.byDefault().isEmpty()) {
      assertThat(setting.form().problem(setting.byDefault())).isEmpty();
    }
    assertThat(setting.meaning()).endsWith(".");
    assertThat(setting.form().problem("")).isPresent();
  }

  @Test
  void shouldTakeFlagsBeforeVariablesBeforeTheFile() throws Exception {
    Path file = file("# ours\nport = 1\npool=2\n\n lease = 3s \n");

    Settings settings =
        read(
            Map.of(Setting.PORT, "30"),
            Map.of("PAWL_PORT", "20", "PAWL_POOL", "21", "HOME", "/", "PAWL_KEY", "mine"),
            file);

    assertThat(settings.value(Setting.PORT)).isEqualTo(new Settings.SettingValue("30", "--port"));
    assertThat(settings.value(Setting.POOL))
        .isEqualTo(new Settings.SettingValue("21", "PAWL_POOL"));
    assertThat(settings.value(Setting.LEASE))
        .isEqualTo(new Settings.SettingValue("3s", file.toString()));
    assertThat(settings.value(Setting.HOST))
        .isEqualTo(new Settings.SettingValue("127.0.0.1", "default"));
    assertThat(settings.isSet(Setting.RETENTION)).isFalse();
  }

  @Test
  void shouldFindTheFileOfTheDataFolder() throws Exception {
    file("port = 7");

    assertThat(read(Map.of(Setting.DATA, folder.toString()), Map.of(), null).number(Setting.PORT))
        .isEqualTo(7);
    assertThat(read(Map.of(), Map.of("PAWL_DATA", folder.toString()), null).number(Setting.PORT))
        .isEqualTo(7);
    assertThat(
            read(Map.of(), Map.of("PAWL_CONFIG", folder + "/pawl.conf"), null).number(Setting.PORT))
        .isEqualTo(7);
    file("data = elsewhere");
    assertThatThrownBy(() -> read(Map.of(Setting.DATA, folder.toString()), Map.of(), null))
        .hasMessageContaining("cannot move it");
  }

  @Test
  void shouldSuggestTheNearestNameForAnUnknownOne() throws Exception {
    Path wrong = file("\nport = 1\nretension = 3d\n");

    assertThatThrownBy(() -> read(Map.of(), Map.of(), wrong))
        .isInstanceOf(SettingException.class)
        .hasMessage(wrong + ":3: there is no setting 'retension'; did you mean retention?");
    assertThatThrownBy(() -> read(Map.of(), Map.of("PAWL_PROT", "1"), null))
        .hasMessage("there is no setting for the variable PAWL_PROT; did you mean PAWL_PORT?");
  }

  @Test
  void shouldRejectAMissingOrMalformedFile() throws Exception {
    assertThatThrownBy(() -> read(Map.of(), Map.of(), folder.resolve("no.conf")))
        .hasMessageStartingWith("there is no file");
    Path twice = file("port = 1\nport = 2");
    assertThatThrownBy(() -> read(Map.of(), Map.of(), twice)).hasMessageEndingWith("set twice");
    Path torn = file("port");
    assertThatThrownBy(() -> read(Map.of(), Map.of(), torn)).hasMessageContaining("key = value");
  }

  @ParameterizedTest
  @CsvSource({
    "PORT, 65536",
    "PORT, http",
    "LEASE, 10",
    "LEASE, 100ms",
    "LEASE, 99999999999999999999d",
    "SAMPLES, yes",
    "LOG_LEVEL, loud",
    "DATABASE, mysql://x",
    "HOST, ' '",
    "RETENTION, 0d",
    "EGRESS_HOSTS, 'a.example,*'",
    "EGRESS_HOSTS, https://a.example",
    "EGRESS_PRIVATE_RANGES, 10.0.0.0/33",
    "EGRESS_PRIVATE_RANGES, intranet",
    "EGRESS_PORTS, '8443,'",
    "EGRESS_PORTS, 65536"
  })
  void shouldCheckEveryValue(Setting setting, String value) {
    assertThatThrownBy(() -> read(Map.of(setting, value), Map.of(), null))
        .isInstanceOf(SettingException.class)
        .hasMessageStartingWith(setting.key() + " (" + setting.flag() + ") ");
  }

  @Test
  void shouldReadTimes() {
    assertThat(SettingFormat.duration("500ms")).isEqualTo(Duration.ofMillis(500));
    assertThat(SettingFormat.duration("90d")).isEqualTo(Duration.ofDays(90));
    assertThat(SettingFormat.duration("PT1M")).isEqualTo(Duration.ofMinutes(1));
  }

  @Test
  void shouldShowNoPassword() {
    String url = "postgresql://pawl:secret@db/pawl?password=secret&x=1";
    Settings settings = read(Map.of(Setting.DATABASE, url), Map.of(), null);

    assertThat(settings.text())
        .contains("database", "postgresql://pawl:***@db/pawl?password=***&x=1", "--database")
        .doesNotContain("secret")
        .hasLineCount(Setting.values().length);
  }
}
