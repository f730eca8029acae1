package dev.pawl.engine.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.engine.Fact;
import dev.pawl.engine.Failure;
import dev.pawl.engine.FrameId;
import dev.pawl.engine.StepId;
import dev.pawl.model.json.JsonText;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonNull;
import dev.pawl.sdk.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class FactBytesTest {

  private static final Fact.Timing TIMING =
      new Fact.Timing(Instant.parse("2026-01-31T09:30:00.123456789Z"), Duration.ofNanos(1_234_567));

  private final Random random = new Random(11);
  private final RandomFacts facts = new RandomFacts(random);

  @Test
  void shouldReadBackEveryKindOfFactAsItWas() {
    Set<Class<?>> kinds = new HashSet<>();
    for (int round = 0; round < 500; round++) {
      for (Fact fact : facts.everyKind()) {
        kinds.add(fact.getClass());

        assertThat(FactBytes.read(FactBytes.write(fact))).isEqualTo(fact);
      }
    }
    assertThat(kinds).contains(Fact.class.getPermittedSubclasses());
  }

  @Test
  void shouldReadBackTimesAtTheirBounds() {
    for (Instant at :
        List.of(
            Instant.MIN,
            Instant.parse("1677-09-21T00:12:43.145224192Z"),
            Instant.parse("1969-12-31T23:59:59.999999999Z"),
            Instant.EPOCH,
            Instant.parse("2262-04-11T23:47:16.854775807Z"),
            Instant.parse("9999-12-31T23:59:59.999999999Z"))) {
      for (Duration took :
          List.of(
              Duration.ofSeconds(-1, 1),
              Duration.ZERO,
              Duration.ofNanos(1),
              Duration.ofNanos(Long.MAX_VALUE))) {
        Fact fact =
            new Fact.TaskSucceeded(StepId.EXECUTION, 0, JsonNull.NULL, new Fact.Timing(at, took));

        assertThat(FactBytes.read(FactBytes.write(fact))).isEqualTo(fact);
      }
    }
  }

  @Test
  void shouldKeepSingleSurrogates() {
    StepId step = new StepId(FrameId.ROOT.child("a\ud800b", 1, "\udc00"), -1);
    List<Fact> halves =
        List.of(
            new Fact.TaskSucceeded(step, Integer.MIN_VALUE, Json.of("\ud800"), TIMING),
            new Fact.TaskFailed(step, 1, Failure.of("\udfff", "x\ud83d"), TIMING),
            new Fact.Started("\ud800", "\udc00", Json.of("\ud800"), JsonObject.EMPTY),
            new Fact.Paused("\ud800"));

    for (Fact fact : halves) {
      assertThat(FactBytes.read(FactBytes.write(fact))).isEqualTo(fact);
    }
  }

  @Test
  void shouldWriteBytesInTheFormOfTheFirstRelease() {
    StepId root = new StepId(FrameId.ROOT, 2);
    StepId item = new StepId(FrameId.ROOT.child("Fan", 3, "1"), 2);

    assertWritten(
        new Fact.TaskSucceeded(root, 1, Json.of(5), TIMING),
        "02 02 00 02 01 188fc6d5cb71bd15 87ad4b 35");
    assertWritten(
        new Fact.TaskSucceeded(item, 300, Json.of("ä"), TIMING),
        "02 02 10 2f46616e23332f31 02 ac02 188fc6d5cb71bd15 87ad4b 22c3a422");
    assertWritten(
        new Fact.TaskFailed(root, 1, Failure.of("Boom", "it"), TIMING),
        "02 03 00 02 01 188fc6d5cb71bd15 87ad4b 03 08 426f6f6d 04 6974");
    assertWritten(
        new Fact.TaskFailed(root, 1, new Failure(Optional.empty(), Optional.of("😀")), TIMING),
        "02 03 00 02 01 188fc6d5cb71bd15 87ad4b 02 09 d83dde00");
    assertWritten(
        new Fact.TaskFailed(
            root,
            1,
            Failure.of("Boom", "it"),
            TIMING,
            new Fact.FailureDetails(Optional.of("at x"), Optional.of("w1"))),
        "02 03 00 02 01 188fc6d5cb71bd15 87ad4b 0f 08 426f6f6d 04 6974 08 61742078 04 7731");
    assertWritten(
        new Fact.Started("orders", "o-1", Json.of(1), JsonObject.EMPTY),
        "02 01 01 0c 6f7264657273 06 6f2d31 00 31");
    assertWritten(
        new Fact.Started("f", "n", Json.of(1), JsonObject.of("a", Json.of(2))),
        "02 01 01 02 66 02 6e 0e 7b2261223a327d 31");
    assertWritten(new Fact.Resumed(), "01 7b2274797065223a22726573756d6564227d");
  }

  @Test
  void shouldReadWhatTheFirstReleaseCompressed() {
    byte[] bytes =
        hex(
            "03ee0fff0f017b2274797065223a22706175736564222c22726561736f6e223a22"
                + "61620200ffffffffffffffbf50626162227d");

    assertThat(FactBytes.read(bytes)).isEqualTo(new Fact.Paused("ab".repeat(1000)));
  }

  @Test
  void shouldCompressLongBodiesThatBecomeShorter() {
    Fact repetitive = new Fact.TaskSucceeded(StepId.EXECUTION, 1, text("a".repeat(2000)), TIMING);
    Fact small = new Fact.TaskSucceeded(StepId.EXECUTION, 1, text("a".repeat(900)), TIMING);
    Fact noise = new Fact.TaskSucceeded(StepId.EXECUTION, 1, text(noise(2000)), TIMING);

    assertThat(FactBytes.write(repetitive)).startsWith(3).hasSizeLessThan(100);
    assertThat(FactBytes.write(small)).startsWith(2).hasSizeBetween(900, 920);
    assertThat(FactBytes.write(noise)).startsWith(2).hasSizeBetween(2000, 2020);
    for (Fact fact : List.of(repetitive, small, noise)) {
      assertThat(FactBytes.read(FactBytes.write(fact))).isEqualTo(fact);
    }
  }

  @Test
  void shouldReadBackLargeFacts() {
    for (int round = 0; round < 20; round++) {
      List<Json> items = new ArrayList<>();
      for (int i = random.nextInt(3000); i >= 0; i--) {
        items.add(facts.json(3));
      }
      Json output = JsonArray.of(items);
      Fact done = new Fact.TaskSucceeded(StepId.EXECUTION, 1, output, TIMING);
      Fact read = new Fact.ItemsRead(StepId.EXECUTION, 1, 0, items, true);

      assertThat(FactBytes.read(FactBytes.write(done))).isEqualTo(done);
      assertThat(FactBytes.read(FactBytes.write(read))).isEqualTo(read);
    }
  }

  @Test
  void shouldRejectWritingUnreadableValues() {
    Json deep = JsonNull.NULL;
    for (int i = 0; i < JsonText.MAX_DEPTH; i++) {
      deep = JsonArray.of(deep);
    }
    Fact readable = new Fact.TaskSucceeded(StepId.EXECUTION, 1, deep, TIMING);
    Fact wrapped = new Fact.EventArrived("deep", deep);
    Json large = Json.of("a".repeat(JsonText.MAX_LENGTH));

    assertThat(FactBytes.read(FactBytes.write(readable))).isEqualTo(readable);
    assertThatThrownBy(() -> FactBytes.write(wrapped))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a value nested 101 deep cannot be kept");
    assertThatThrownBy(() -> FactBytes.write(new Fact.EventArrived("large", large)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("too large to be kept");
  }

  @Test
  void shouldDescribeErrorsOfInvalidFactBytes() {
    assertRefused("", "the bytes of a fact are damaged: they end too early");
    assertRefused("00", "no form of facts has the number 0");
    assertRefused("07 7b7d", "no form of facts has the number 7");
    assertRefused("01 7b7d", "a fact has no 'type'");
    assertRefused("02 09", "no short fact has the number 9");
    assertRefused("02 02 00 02", "the bytes of a fact are damaged: they end too early");
    assertRefused(
        "02 02 02 78 02 01 188fc6d5cb71bd15 87ad4b 35",
        "the bytes of a fact are damaged: 'x' is not a frame");
    assertRefused(
        "02 03 00 02 01 188fc6d5cb71bd15 87ad4b 10",
        "the bytes of a fact are damaged: a failure has parts that are not known here");
    assertRefused(
        "02 03 00 02 01 188fc6d5cb71bd15 87ad4b 00 00",
        "the bytes of a fact are damaged: something follows its end");
    assertRefused(
        "02 01 01 00 00 02 31 31",
        "the bytes of a fact are damaged: the context must be an object but is number");
    assertRefused(
        "03 ffffffff07 00",
        "the bytes of a fact are damaged: compressed length 1 cannot have the uncompressed length"
            + " 2147483647");
    assertRefused(
        "03 05 50", "the bytes of a fact are damaged: the compressed bytes are no LZ4 block");
    assertRefused("03 02 20 0300", "no form of facts has the number 3");
  }

  private static void assertRefused(String hex, String message) {
    assertThatThrownBy(() -> FactBytes.read(hex(hex)))
        .isInstanceOf(UnreadableFactException.class)
        .hasMessage(message);
  }

  @Test
  void shouldReportDamageInOneWayOnly() {
    for (int round = 0; round < 10; round++) {
      List<Fact> kinds = new ArrayList<>(facts.everyKind());
      kinds.add(new Fact.TaskSucceeded(StepId.EXECUTION, 1, text("ab".repeat(1000)), TIMING));
      for (Fact fact : kinds) {
        byte[] bytes = FactBytes.write(fact);

        for (int length = 0; length < bytes.length; length++) {
          readOrRefuse(Arrays.copyOf(bytes, length));
        }
        for (int hit = 0; hit < 50; hit++) {
          byte[] damaged = bytes.clone();
          damaged[random.nextInt(bytes.length)] = (byte) random.nextInt();
          readOrRefuse(damaged);
        }
      }
    }
  }

  /** Some damage cannot be seen; what is seen has one name. */
  private static void readOrRefuse(byte[] bytes) {
    try {
      FactBytes.read(bytes);
    } catch (UnreadableFactException e) {
      assertThat(e).hasMessageMatching("(?s).{8,}");
    }
  }

  private static Json text(String text) {
    return Json.of(text);
  }

  private String noise(int length) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < length; i++) {
      text.append((char) (' ' + 3 + random.nextInt(56)));
    }
    return text.toString();
  }

  private static void assertWritten(Fact fact, String hex) {
    byte[] bytes = hex(hex);

    assertThat(FactBytes.write(fact)).isEqualTo(bytes);
    assertThat(FactBytes.read(bytes)).isEqualTo(fact);
  }

  private static byte[] hex(String text) {
    return HexFormat.of().parseHex(text.replace(" ", ""));
  }
}
