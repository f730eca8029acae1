package dev.pawl.engine.bytes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.Random;
import org.junit.jupiter.api.Test;

class CompressionTest {

  private static final int FIRST = 9;

  private final Random random = new Random(29);

  @Test
  void shouldCompressAndDecompressLosslessly() {
    int compressed = 0;
    for (int round = 0; round < 3_000; round++) {
      byte[] bytes = bytes(random.nextInt(round % 100 == 0 ? 300_000 : 3_000));

      byte[] written = compressed(bytes);

      assertThat(Compression.decompress(FIRST, written)).isEqualTo(bytes);
      assertThat(written.length).isLessThanOrEqualTo(bytes.length);
      compressed += written[0] == FIRST ? 1 : 0;
    }
    assertThat(compressed).isGreaterThan(500);
  }

  /** Something old, something new, in pieces of all lengths; never begins with the mark. */
  private byte[] bytes(int length) {
    byte[] bytes = new byte[1 + length];
    int alphabet = 1 + random.nextInt(256);
    int at = 1;
    while (at < bytes.length) {
      int piece = Math.min(1 + random.nextInt(1 << random.nextInt(12)), bytes.length - at);
      if (random.nextBoolean()) {
        int distance = 1 + random.nextInt(Math.min(at, 1 << random.nextInt(18)));
        for (int i = 0; i < piece; i++) {
          bytes[at + i] = bytes[at + i - distance];
        }
      } else {
        for (int i = 0; i < piece; i++) {
          bytes[at + i] = (byte) random.nextInt(alphabet);
        }
      }
      at += piece;
    }
    return bytes;
  }

  @Test
  void shouldMakeRepetitionsShort() {
    byte[] lines =
        "{\"sku\":\"pawl\",\"quantity\":3}\n".repeat(3_000).getBytes(StandardCharsets.UTF_8);

    assertThat(compressed(lines)).hasSizeLessThan(500);
    assertThat(compressed(new byte[100_000])).hasSizeLessThan(500);
  }

  @Test
  void shouldNotCompressBodiesThatDoNotBecomeShorter() {
    byte[] noise = new byte[100_000];
    random.nextBytes(noise);
    byte[] small = new byte[Compression.MAX_UNCOMPRESSED_BYTES];

    assertThat(compressed(noise)).isEqualTo(noise);
    assertThat(compressed(small)).isEqualTo(small);
  }

  @Test
  void shouldRejectInvalidLengths() {
    ByteWriter writer = new ByteWriter(16);
    writer.one(FIRST);
    writer.count(Integer.MAX_VALUE);
    writer.fixed(0L);

    assertThatThrownBy(() -> Compression.decompress(FIRST, writer.toBytes()))
        .isInstanceOf(DamagedBytesException.class)
        .hasMessage("compressed length 8 cannot have the uncompressed length 2147483647");
  }

  @Test
  void shouldReportDamageInOneWayOnly() {
    for (int round = 0; round < 2_000; round++) {
      byte[] written = compressed(bytes(3_000));
      byte[] damaged = Arrays.copyOf(written, 1 + random.nextInt(written.length));
      for (int i = random.nextInt(4); i > 0; i--) {
        damaged[random.nextInt(damaged.length)] = (byte) random.nextInt();
      }

      readOrRefuse(damaged);
    }
  }

  @Test
  void shouldReadBlocksOfThePreviousCompressor() {
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < 60; i++) {
      lines.append("{\"sku\":\"pawl-%d\",\"quantity\":%d}\n".formatted(i * 7919 % 1000, i % 9));
    }
    byte[] expected = lines.toString().getBytes(StandardCharsets.UTF_8);
    ByteWriter written = new ByteWriter(600);
    written.one(FIRST);
    written.count(expected.length);
    written.raw(
        Base64.getDecoder()
            .decode(
                """
                +Q97InNrdSI6InBhd2wtMCIsInF1YW50aXR5IjowfQoeADk5MTkgABsxIAA5ODM4IAAbMiAAOTc1\
                NyAAGzMgADk2NzYgABs0IAA5NTk1IAAcNSAAKTE0IAAbNiAAOTQzMyAAGzcgADkzNTIgABs4IAA5\
                MjcxIAAMIAEqMTlAAQwgASoxMEABDCABGjI/AQwfASo5ND8BDB8BKjg2PwEMHwEqNzg/AQwfASo3\
                MD8BDB8BKjYyPwEMHwEqNTQ/AQwfASo0Nj8BDB8BKjM4PwENHwEaOT8BDCABKjIxQAEMIAEqMTNA\
                ARs13wEaNT8BDB8BKjk3PwEMHwEqODk/AQwfASo4MT8BDB8BKjczPwEMHwEqNjU/AQwfASo1Nz8B\
                DB8BKjQ4PwEMHwEqNDA/AQwfASozMj8BDCABKjI0QAEbN18BKjE2QAENIAEKPwEMHwEKPQEMHQEq\
                OTI9AQwdASo4ND0BDB0BKjc2PQEMHQEqNjc9AQwdASo1OT0BDB0BKjUxPQEMHQEqNDM9AQwdASoz\
                NT0BDB4BKjI3PgEMIAEqMTlAAQwgASoxMUABDCABGjM/AQwfASo5NT8BDB8BKjg2PwEMHwEqNzg/\
                AQwfASo3MD8BDB8BKjYyPwEMHwEqNTQ/AQwfASo0Nj8BDB8BKjM4PwENHwEaMD8BDCABKDIyQAFQ\
                Ijo1fQo=\
                """));

    assertThat(Compression.decompress(FIRST, written.toBytes())).isEqualTo(expected);
  }

  private static void readOrRefuse(byte[] bytes) {
    try {
      Compression.decompress(FIRST, bytes);
    } catch (DamagedBytesException e) {
      assertThat(e).hasMessageMatching(".{8,}");
    }
  }

  private static byte[] compressed(byte[] bytes) {
    // One byte more than needed: the room behind the bytes is not part of them.
    ByteWriter writer = new ByteWriter(bytes.length + 1);
    writer.raw(bytes);
    return Compression.compress(FIRST, writer);
  }
}
