package dev.pawl.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.model.json.JsonText;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Profiles, kept in a folder of a test's own: where they are, only the environment says. */
@DisabledOnOs(OS.WINDOWS)
class ProfilesCommandTest {

  @TempDir Path folder;

  private Program.Outcome profiles(String... arguments) throws Exception {
    List<String> line = Stream.concat(Stream.of("profiles"), Stream.of(arguments)).toList();
    Map<String, String> config = Map.of("XDG_CONFIG_HOME", folder.toString());
    try (Child child = Child.pawl(folder, config, List.of(), line)) {
      return new Program.Outcome(child.awaitEnd(), child.out(), child.err());
    }
  }

  private static Program.Outcome said(String out) {
    return new Program.Outcome(0, out, "");
  }

  @Test
  void shouldReportChangesOfProfiles() throws Exception {
    String key = Files.writeString(folder.resolve("live.key"), "pawl_live\n").toString();
    String[] live = {"add", "live", "--at", "https://live.example/", "--key-file", key};

    assertThat(profiles(live)).isEqualTo(said("live is https://live.example\n"));
    assertThat(profiles("use", "live")).isEqualTo(said("live is the default now\n"));
    assertThat(profiles().out().lines().map(line -> line.replaceAll(" +", " ")))
        .containsExactly("NAME URL USED", "live https://live.example yes");
    assertThat(profiles("remove", "live")).isEqualTo(said("live is removed\n"));
    assertThat(profiles().out()).startsWith("no profiles in ");
  }

  @Test
  void shouldPrintJson() throws Exception {
    String key = Files.writeString(folder.resolve("test.key"), "pawl_test\n").toString();
    String test = "{\"name\":\"test\",\"url\":\"http://test.example\",\"used\":%s}";

    assertThat(json("add", "test", "--at", "http://test.example", "--key-file", key, "--json"))
        .isEqualTo(test.formatted(false));
    assertThat(json("use", "test", "--json")).isEqualTo(test.formatted(true));
    assertThat(json("--json")).isEqualTo("{\"items\":[" + test.formatted(true) + "]}");
    assertThat(json("remove", "test", "--json")).isEqualTo("{\"removed\":\"test\"}");
    assertThat(json("use", "test", "--json")).startsWith("{\"problem\":{\"code\":\"misuse\"");
    assertThat(profiles("add", "x", "--at", "http://x", "--key-file", "no.key").exitCode())
        .isEqualTo(5);
  }

  private String json(String... arguments) throws Exception {
    return JsonText.parse(profiles(arguments).out()).toString();
  }
}
