package dev.pawl.cli.remote;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ReleasesTest {

  @Test
  void shouldKnowTheCommandOfAPath() {
    String path = "POST /api/flows/executions/7-8";

    assertThat(Releases.command("mend what it says, then " + path + "/resume"))
        .contains("pawl resume 7-8");
    assertThat(Releases.command(path + "/events/order.paid"))
        .contains("pawl signal 7-8 order.paid");
    assertThat(Releases.command("POST /api/admin/flows/resume-all")).contains("pawl resume-all");
  }

  @Test
  void shouldNotGuess() {
    assertThat(Releases.command("it rings by itself")).isEmpty();
    assertThat(Releases.command("POST /api/workers/{token}/success or /failure")).isEmpty();
    assertThat(Releases.command("POST /api/flows/executions/7-8/events/two words; rm x")).isEmpty();
  }
}
