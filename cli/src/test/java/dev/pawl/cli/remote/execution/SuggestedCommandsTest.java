package dev.pawl.cli.remote.execution;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SuggestedCommandsTest {

  @Test
  void shouldKnowTheCommandOfAPath() {
    String path = "POST /api/flows/executions/7-8";

    assertThat(SuggestedCommands.command("mend what it says, then " + path + "/resume"))
        .contains("pawl resume 7-8");
    assertThat(SuggestedCommands.command(path + "/events/order.paid"))
        .contains("pawl signal 7-8 order.paid");
    assertThat(SuggestedCommands.command("POST /api/admin/flows/resume-all"))
        .contains("pawl resume-all");
  }

  @Test
  void shouldSuggestNothingWithoutASimilarName() {
    assertThat(SuggestedCommands.command("it rings by itself")).isEmpty();
    assertThat(SuggestedCommands.command("POST /api/workers/{token}/success or /failure"))
        .isEmpty();
    assertThat(SuggestedCommands.command("POST /api/flows/executions/7-8/events/two words; rm x"))
        .isEmpty();
  }
}
