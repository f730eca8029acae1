package dev.pawl.handlers.sms;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.handlers.sms.SmsSegments.Encoding;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SmsSegmentsTest {

  @ParameterizedTest
  @CsvSource({
    "a,160,GSM7,1",
    "a,161,GSM7,2",
    "a,306,GSM7,2",
    "a,307,GSM7,3",
    "€,80,GSM7,1",
    "€,81,GSM7,2",
    "ö,160,GSM7,1",
    "ж,70,UCS2,1",
    "ж,71,UCS2,2",
    "ж,134,UCS2,2",
    "ж,135,UCS2,3",
    "😀,35,UCS2,1",
    "😀,36,UCS2,2"
  })
  void shouldCountSegments(String character, int length, Encoding encoding, int segments) {
    SmsSegments split = SmsSegments.of(character.repeat(length));

    assertThat(split.encoding()).isEqualTo(encoding);
    assertThat(split.count()).isEqualTo(segments);
  }

  @Test
  void shouldEncodeTheAlphabetOfGsm() {
    assertThat(SmsSegments.of("@ Aa£€{à").bodies().getFirst())
        .containsExactly(0x00, 0x20, 0x41, 0x61, 0x01, 0x1B, 0x65, 0x1B, 0x28, 0x7F);
  }

  @Test
  void shouldNotSplitInsideCharacters() {
    // The 153rd septet of the first segment would be the first half of the euro sign.
    SmsSegments euro = SmsSegments.of("a".repeat(152) + "€" + "b".repeat(20));
    SmsSegments emoji = SmsSegments.of("ж".repeat(66) + "😀" + "ж".repeat(20));

    assertThat(euro.bodies().getFirst()).hasSize(152);
    assertThat(euro.bodies().get(1)).startsWith(0x1B, 0x65);
    assertThat(emoji.bodies().getFirst()).hasSize(132);
  }

  @Test
  void shouldJoinSegmentsByAHeader() {
    SmsSegments segments = SmsSegments.of("a".repeat(200));

    assertThat(segments.payload(0, 77)).hasSize(159).startsWith(5, 0, 3, 77, 2, 1);
    assertThat(segments.payload(1, 77)).hasSize(53).startsWith(5, 0, 3, 77, 2, 2);
    assertThat(SmsSegments.of("a").payload(0, 77)).containsExactly(0x61);
  }
}
