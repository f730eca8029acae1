package dev.pawl.engine.bytes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class CompressionTest {

  private static final int FIRST = 9;

  private final Random random = new Random(29);

  @Test
  void shouldGiveBackWhatItWasGiven() {
    int compressed = 0;
    for (int round = 0; round < 3_000; round++) {
      byte[] bytes = bytes(random.nextInt(round % 100 == 0 ? 300_000 : 3_000));

      byte[] written = Compression.compress(FIRST, bytes);

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

    assertThat(Compression.compress(FIRST, lines)).hasSizeLessThan(500);
    assertThat(Compression.compress(FIRST, new byte[100_000])).hasSizeLessThan(500);
  }

  @Test
  void shouldLeaveAloneWhatGetsNoShorter() {
    byte[] noise = new byte[100_000];
    random.nextBytes(noise);
    byte[] small = new byte[Compression.WORTHWHILE];

    assertThat(Compression.compress(FIRST, noise)).isSameAs(noise);
    assertThat(Compression.compress(FIRST, small)).isSameAs(small);
  }

  @Test
  void shouldRefuseLengthsThatCannotBe() {
    ByteWriter writer = new ByteWriter(16);
    writer.one(FIRST);
    writer.count(Integer.MAX_VALUE);
    writer.fixed(0L);

    assertThatThrownBy(() -> Compression.decompress(FIRST, writer.toBytes()))
        .isInstanceOf(DamagedBytesException.class)
        .hasMessage("what is compressed cannot have 2147483647 bytes");
  }

  @Test
  void shouldTellDamageInOneWayOnly() {
    for (int round = 0; round < 2_000; round++) {
      byte[] written = Compression.compress(FIRST, bytes(3_000));
      byte[] damaged = Arrays.copyOf(written, 1 + random.nextInt(written.length));
      for (int i = random.nextInt(4); i > 0; i--) {
        damaged[random.nextInt(damaged.length)] = (byte) random.nextInt();
      }

      readOrRefuse(damaged);
    }
  }

  private static void readOrRefuse(byte[] bytes) {
    try {
      Compression.decompress(FIRST, bytes);
    } catch (DamagedBytesException e) {
      assertThat(e).hasMessageMatching(".{8,}");
    }
  }
}
