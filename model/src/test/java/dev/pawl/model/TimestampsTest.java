package dev.pawl.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TimestampsTest {

  @ParameterizedTest
  @CsvSource({
    "2016-03-14T01:59:00Z, 2016-03-14T01:59:00Z",
    "2020-02-29T23:59:59.5Z, 2020-02-29T23:59:59.500Z",
    "2020-01-01T15:00:00+06:00, 2020-01-01T09:00:00Z",
    "2020-01-01T00:00:00.123456789-01:30, 2020-01-01T01:30:00.123456789Z",
    "0001-01-01T00:00:00+23:59, 0000-12-31T00:01:00Z"
  })
  void shouldReadTimestamps(String text, String moment) {
    assertThat(Timestamps.parse(text)).contains(Instant.parse(moment));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "2016-03-14",
        "2016-03-14T01:59:00",
        "2016-03-14T01:59Z",
        "2016-03-14 01:59:00Z",
        "2016-03-14t01:59:00Z",
        "2016-03-14T01:59:00z",
        "2016-03-14T01:59:00Zx",
        "2016-03-14T01:59:00.Z",
        "2016-03-14T01:59:00.1234567890Z",
        "2016-03-14T01:59:00.5",
        "2016-03-14T01:59:00+0100",
        "2016-03-14T01:59:00+01",
        "2016-03-14T01:59:00+24:00",
        "2016-13-05T21:29:29Z",
        "2016-12-05T25:29:29Z",
        "2016-12-05T24:00:00Z",
        "2016-02-30T21:29:29Z",
        "2019-02-29T21:29:29Z",
        "2016-12-05T21:60:29Z",
        "2016-12-05T21:29:60Z",
        "2016-00-05T21:29:29Z",
        "05-12-2016T21:29:29Z",
        "+2016-3-14T01:59:00Z",
        "２016-03-14T01:59:00Z"
      })
  void shouldRefuseAnythingElse(String text) {
    assertThat(Timestamps.parse(text)).isEmpty();
  }
}
