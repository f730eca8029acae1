package dev.pawl.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.Lifecycle;
import org.junit.jupiter.api.Test;

class LifecyclePageTest {

  @Test
  void shouldShowTheAllowedTransitions() {
    String page = Checkout.text("docs/lifecycle.md");

    assertThat(page.substring(page.indexOf("```mermaid")).replaceAll("(?m)^## .*\\n\\n", ""))
        .as("docs/lifecycle.md, which is Lifecycle.diagram() with headings")
        .isEqualTo(Lifecycle.diagram());
  }
}
