package dev.pawl.engine.bytes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class ByteWriterTest {

  @Test
  void shouldReadBackNumbers() {
    for (int shift = 0; shift < 64; shift++) {
      for (long number : new long[] {(1L << shift) - 1, 1L << shift, -(1L << shift)}) {
        ByteWriter writer = new ByteWriter(0);
        writer.number(number);
        writer.signed(number);
        writer.fixed(number);
        writer.count((int) number);
        writer.fixed((int) number);
        writer.one((int) number);

        ByteReader reader = new ByteReader(writer.toBytes());

        assertThat(reader.number()).isEqualTo(number);
        assertThat(reader.signed()).isEqualTo(number);
        assertThat(reader.fixedLong()).isEqualTo(number);
        assertThat(reader.count()).isEqualTo((int) number);
        assertThat(reader.fixedInt()).isEqualTo((int) number);
        assertThat(reader.one()).isEqualTo((int) number & 0xFF);
        assertThat(reader.left()).isZero();
      }
    }
  }

  @Test
  void shouldReadBackTexts() {
    for (String text : List.of("", "a", "äö€", "😀", "\ud800", "\udc00\ud800", "x".repeat(5_000))) {
      ByteWriter writer = new ByteWriter(4);
      writer.text(text);
      writer.raw(new byte[] {1, 2});

      ByteReader reader = new ByteReader(writer.toBytes());

      assertThat(reader.text()).isEqualTo(text);
      assertThat(reader.rest()).containsExactly(1, 2);
    }
  }

  @Test
  void shouldRejectReadingBeyondTheEnd() {
    assertDamaged("they end too early");
    assertDamaged("they end too early", 0x80);
    assertDamaged(
        "a number has more than 64 bits", 255, 255, 255, 255, 255, 255, 255, 255, 255, 255);

    assertThatThrownBy(() -> reader(255, 255, 255, 255, 31).count())
        .hasMessage("a number has more than 32 bits");
    assertThatThrownBy(() -> reader(2, 0).amount()).hasMessage("they end too early");
    assertThatThrownBy(() -> reader(4, 'a').text()).hasMessage("they end too early");
    assertThatThrownBy(() -> reader(3, 'a').text()).hasMessage("a text is not in UTF-16");
    assertThatThrownBy(() -> reader(1, 2, 3).fixedInt()).hasMessage("they end too early");
  }

  private static void assertDamaged(String message, int... bytes) {
    assertThatThrownBy(() -> reader(bytes).number())
        .isInstanceOf(DamagedBytesException.class)
        .hasMessage(message);
  }

  private static ByteReader reader(int... values) {
    byte[] bytes = new byte[values.length];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) values[i];
    }
    return new ByteReader(bytes);
  }
}
