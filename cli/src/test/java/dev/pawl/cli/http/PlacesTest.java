package dev.pawl.cli.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.cli.file.UsageException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@DisabledOnOs(OS.WINDOWS)
class PlacesTest {

  private static final Places.Wish NOTHING =
      new Places.Wish(Optional.empty(), Optional.empty(), Optional.empty());

  @TempDir Path config;

  private Map<String, String> environment(String... pairs) {
    Map<String, String> environment = new HashMap<>(Map.of("XDG_CONFIG_HOME", config.toString()));
    for (int i = 0; i < pairs.length; i += 2) {
      environment.put(pairs[i], pairs[i + 1]);
    }
    return environment;
  }

  private Profiles profiles() {
    return Profiles.of(environment());
  }

  private Place find(Places.Wish wish, String... environment) {
    return new Places(environment(environment)).find(wish);
  }

  @Test
  void shouldMeanThisMachineUnlessToldOtherwise() {
    assertThat(find(NOTHING).url()).hasToString("http://127.0.0.1:8080");
    assertThat(find(NOTHING).key()).isEmpty();
  }

  @Test
  void shouldPreferWhatWasSaid() {
    profiles().put("live", "https://live.example/", "pawl_live");
    profiles().put("test", "https://test.example/pawl", "pawl_test");
    profiles().prefer("test");
    String[] both = {"PAWL_URL", "http://here:9000", "PAWL_KEY", "pawl_here"};
    Places.Wish live = new Places.Wish(Optional.empty(), Optional.of("live"), Optional.empty());
    Places.Wish url =
        new Places.Wish(Optional.of("http://said"), Optional.of("live"), Optional.empty());

    assertThat(find(NOTHING).url()).hasToString("https://test.example/pawl");
    assertThat(find(NOTHING, both))
        .isEqualTo(new Place(Place.url("http://here:9000"), Optional.of("pawl_here"), "PAWL_URL"));
    assertThat(find(live, both).key()).contains("pawl_live");
    assertThat(find(NOTHING, "PAWL_PROFILE", "live").url()).hasToString("https://live.example");
    assertThat(find(url, both)).hasToString("http://said (--url)");
  }

  @Test
  void shouldTakeAKeyFromAFile() throws Exception {
    Path file = Files.writeString(config.resolve("a.key"), "pawl_file\n");
    Places.Wish wish =
        new Places.Wish(Optional.empty(), Optional.empty(), Optional.of(file.toString()));

    assertThat(find(wish, "PAWL_KEY", "pawl_other").key()).contains("pawl_file");
  }

  @Test
  void shouldRefuseAFileWithoutAKey() throws Exception {
    Path empty = Files.writeString(config.resolve("empty.key"), "\n");
    Path two = Files.writeString(config.resolve("two.key"), "pawl_a\npawl_b\n");

    for (String file : List.of(empty.toString(), two.toString(), config + "/no.key")) {
      Places.Wish wish = new Places.Wish(Optional.empty(), Optional.empty(), Optional.of(file));

      assertThatThrownBy(() -> find(wish))
          .isInstanceOf(NoKeyException.class)
          .hasMessageContaining(file);
    }
  }

  @Test
  void shouldKeepKeysToTheirOwner() throws Exception {
    profiles().put("live", "https://live.example", "pawl_secret");
    Path file = profiles().file();

    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
    assertThat(profiles().get("live").toString()).doesNotContain("secret");

    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
    assertThatThrownBy(() -> profiles().get("live"))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("chmod 600");
  }

  @Test
  void shouldForgetAProfile() {
    profiles().put("live", "https://live.example", "k");
    profiles().prefer("live");

    profiles().remove("live");

    assertThat(profiles().names()).isEmpty();
    assertThat(profiles().preferred()).isEmpty();
    assertThatThrownBy(() -> profiles().get("live")).hasMessageContaining("no profile 'live'");
    assertThatThrownBy(() -> profiles().put("a b", "http://x", "k")).hasMessageContaining("name");
    assertThatThrownBy(() -> profiles().put("ab", "ftp://x", "k"))
        .hasMessageContaining("not the address of a server");
  }
}
