package dev.pawl.chaos.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.chaos.client.Request;
import dev.pawl.chaos.client.Run;
import dev.pawl.chaos.client.StatusTally.Fault;
import dev.pawl.chaos.ledger.Effect;
import dev.pawl.chaos.program.Programs;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonNumber;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Checks that {@link ApiChecker} reports every kind of violation and no false ones. */
class ApiCheckerTest {

  private static final Instant BEGIN = Instant.parse("2026-01-01T00:00:00Z");
  private static final Run RUN = new Run("run-1", Programs.chain(1), Optional.of("key"));
  private static final ApiExecution GOOD = shown("id-1", "SUCCEEDED", 1, BEGIN.plusSeconds(1));
  private static final Effect MARK = mark("id-1 0/c1", "worker-1");

  private static final ExcusedFault FROZEN =
      new ExcusedFault(Set.of("server-1"), Set.of("unavailable"), 1_000, 2_000);

  private static Fault away(String server, String code, long asked, long told) {
    return new Fault(server, asked, told, 503, code, true, "");
  }

  private static List<String> broken(Fault fault) {
    return broken(List.of(GOOD), List.of(MARK), "SUCCEEDED", List.of(fault));
  }

  private static ApiExecution shown(String id, String status, long counter, Instant end) {
    return new ApiExecution(
        id,
        "run-1",
        status,
        "",
        Optional.of(JsonNumber.of(counter)),
        List.of(BEGIN, end),
        List.of("0/c1 1"));
  }

  private static Effect mark(String key, String worker) {
    return new Effect("run-1", "c1", key, 1, Json.of(1), worker, BEGIN, Optional.empty());
  }

  private static List<String> broken(
      List<ApiExecution> shown, List<Effect> effects, String endedBefore) {
    return broken(shown, effects, endedBefore, List.of());
  }

  private static List<String> broken(
      List<ApiExecution> shown, List<Effect> effects, String endedBefore, List<Fault> faults) {
    Request start =
        new Request(
            Request.RequestKind.START,
            "run-1",
            Optional.of("id-1"),
            Optional.of("key"),
            0,
            1,
            Request.RequestResult.OK,
            "");
    Map<String, ApiExecution.Ended> earlier =
        Map.of("id-1", new ApiExecution.Ended(endedBefore, BEGIN.plusSeconds(1).toString()));
    ApiChecker.ServerErrors errors = new ApiChecker.ServerErrors(faults, List.of(FROZEN));
    return new ApiChecker(List.of(RUN), List.of(start), effects, shown, earlier, errors)
        .check(new Evidence.Conditions(Evidence.Losses.NONE, Duration.ofSeconds(5))).stream()
            .map(InvariantViolation::invariant)
            .toList();
  }

  @Test
  void shouldFindNoViolationInAConsistentStore() {
    assertThat(broken(List.of(GOOD), List.of(MARK), "SUCCEEDED")).isEmpty();
  }

  @Test
  void shouldReportALostAcceptedRequest() {
    assertThat(broken(List.of(), List.of(MARK), "SUCCEEDED")).containsExactly("I1");
  }

  @Test
  void shouldReportAWrongEnd() {
    ApiExecution wrong = shown("id-1", "SUCCEEDED", 7, BEGIN.plusSeconds(1));
    ApiExecution failed = shown("id-1", "FAILED", 1, BEGIN.plusSeconds(1));
    ApiExecution stuck = shown("id-1", "RUNNING", 1, BEGIN.plusSeconds(1));

    assertThat(broken(List.of(wrong), List.of(MARK), "SUCCEEDED")).containsExactly("I2");
    assertThat(broken(List.of(failed), List.of(MARK), "FAILED")).containsExactly("I2");
    assertThat(broken(List.of(stuck), List.of(MARK), "RUNNING")).containsExactly("I5");
  }

  @Test
  void shouldReportMissingAndRepeatedEffects() {
    List<Effect> twice = List.of(MARK, mark("id-1 0/c1", "worker-2"));
    List<Effect> otherKey = List.of(MARK, mark("id-2 0/c1", "worker-1"));

    assertThat(broken(List.of(GOOD), List.of(), "SUCCEEDED")).containsExactly("I2");
    assertThat(broken(List.of(GOOD), twice, "SUCCEEDED")).containsExactly("I3");
    assertThat(broken(List.of(GOOD), otherKey, "SUCCEEDED")).contains("I3");
  }

  @Test
  void shouldReportASecondStartUnderOneKey() {
    ApiExecution second = shown("id-2", "SUCCEEDED", 1, BEGIN.plusSeconds(1));

    assertThat(broken(List.of(GOOD, second), List.of(MARK), "SUCCEEDED")).containsExactly("I6");
  }

  @Test
  void shouldExcuseErrorsOfAFault() {
    assertThat(broken(away("server-1", "unavailable", 900, 1_000))).isEmpty();
    assertThat(broken(away("server-1", "unavailable", 1_200, 1_300))).isEmpty();
    assertThat(broken(away("server-1", "unavailable", 2_000, 9_000))).isEmpty();
  }

  @Test
  void shouldNotExcuseAHealthyServer() {
    assertThat(broken(away("server-2", "unavailable", 1_200, 1_300))).containsExactly("I8");
  }

  @Test
  void shouldNotExcuseErrorsBeforeOrLongAfterTheFault() {
    assertThat(broken(away("server-1", "unavailable", 900, 999))).containsExactly("I8");
    assertThat(broken(away("server-1", "unavailable", 2_001, 9_000))).containsExactly("I8");
  }

  @Test
  void shouldNotExcuseOtherErrorCodes() {
    Fault forGood = new Fault("server-1", 1_200, 1_300, 503, "unavailable", false, "");
    Fault fatal = new Fault("server-1", 1_200, 1_300, 500, "unavailable", true, "");

    assertThat(broken(away("server-1", "overloaded", 1_200, 1_300))).containsExactly("I8");
    assertThat(broken(forGood)).containsExactly("I8");
    assertThat(broken(fatal)).containsExactly("I8");
  }

  @Test
  void shouldReportAChangedEndAndAStalledExecution() {
    List<String> changed = broken(List.of(GOOD), List.of(MARK), "FAILED");
    ApiExecution late = shown("id-1", "SUCCEEDED", 1, BEGIN.plusSeconds(60));

    assertThat(changed).containsExactly("I4");
    assertThat(broken(List.of(late), List.of(MARK), "SUCCEEDED")).containsExactly("I4", "I9");
  }
}
