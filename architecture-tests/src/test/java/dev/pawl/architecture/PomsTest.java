package dev.pawl.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class PomsTest {

  private static final Pattern VERSION = Pattern.compile("<version>([^<]*)</version>");

  @Test
  void shouldNameVersionsInTheRootPomOnly() {
    for (String module : Checkout.MODULES) {
      String pom = Checkout.text(module + "/pom.xml");
      String own = pom.substring(pom.indexOf("</parent>"));

      assertThat(VERSION.matcher(own).results().map((MatchResult found) -> found.group(1)))
          .as(module + "/pom.xml")
          .allMatch(version -> version.startsWith("${"));
    }
  }

  @Test
  void shouldGiveSeparateTestsTheDependenciesOfTheirModule() {
    for (String module : List.of("chaos", "postgres", "server", "triggers")) {
      String pom = Checkout.text(module + "/pom.xml");
      String profile = pom.substring(pom.indexOf("<id>tests-here</id>"));
      String dependencies =
          profile.substring(
              profile.indexOf("<dependencies>") + "<dependencies>".length(),
              profile.indexOf("</dependencies>"));

      assertThat(Checkout.text(module + "/tests/pom.xml"))
          .as(module + "/tests/pom.xml names what the profile tests-here of " + module + " names")
          .containsIgnoringWhitespaces(dependencies);
    }
  }
}
