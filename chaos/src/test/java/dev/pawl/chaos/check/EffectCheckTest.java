package dev.pawl.chaos.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.chaos.check.Evidence.Losses;
import dev.pawl.chaos.client.Run;
import dev.pawl.chaos.ledger.Effect;
import dev.pawl.chaos.program.Programs;
import dev.pawl.sdk.Json;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class EffectCheckTest {

  private static final Run RUN = new Run("run-1", Programs.five(), Optional.empty());

  @Test
  void shouldExcuseNoRepetitionWithoutALostNode() {
    assertThat(violations(Losses.NONE, by("one"), by("two"))).hasSize(1);
    assertThat(violations(Losses.NONE, by("one"), by("one"))).hasSize(1);
    assertThat(violations(Losses.NONE, by("one"))).isEmpty();
  }

  @Test
  void shouldExcuseRepetitionsOfWorkOfADeadNode() {
    Losses losses = new Losses(Set.of("dead"), Map.of());

    assertThat(violations(losses, by("dead"), by("two"))).isEmpty();
    assertThat(violations(losses, by("dead"), by("dead"))).hasSize(1);
    assertThat(violations(losses, by("dead"), by("two"), by("three"))).hasSize(1);
    assertThat(violations(losses, by("two"), by("three"))).hasSize(1);
  }

  @Test
  void shouldExcuseANodeOncePerIncarnation() {
    Losses losses = new Losses(Set.of(), Map.of("zombie", 1));

    assertThat(violations(losses, by("zombie"), by("two"))).isEmpty();
    assertThat(violations(losses, by("two"), by("zombie"))).isEmpty();
    assertThat(violations(losses, by("zombie"), by("zombie"))).isEmpty();
    assertThat(violations(losses, by("zombie"), by("zombie"), by("zombie"))).hasSize(1);
    assertThat(violations(losses, by("two"), by("three"))).hasSize(1);
  }

  @Test
  void shouldNeverExcuseAnotherKey() {
    Losses losses = new Losses(Set.of("dead"), Map.of());

    assertThat(violations(losses, by("dead"), effect("two", "another")))
        .extracting(InvariantViolation::what)
        .containsExactly("charge was done under different idempotency keys");
  }

  private static Effect by(String node) {
    return effect(node, "same");
  }

  private static Effect effect(String node, String key) {
    return new Effect(
        RUN.name(), "charge", key, 1, Json.of(1), node, Instant.EPOCH, Optional.empty());
  }

  private static List<InvariantViolation> violations(Losses losses, Effect... effects) {
    List<InvariantViolation> violations = new ArrayList<>();
    new EffectCheck()
        .check(
            new Evidence(
                List.of(RUN),
                List.of(),
                Stream.of(effects).toList(),
                List.of(),
                List.of(),
                new Evidence.Conditions(losses, Duration.ofSeconds(20))),
            violations::add);
    return violations;
  }
}
