package dev.pawl.engine.bytes;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Reads what {@link ByteWriter} wrote. Each method throws {@link DamagedBytesException} where the
 * bytes do not hold what is asked for.
 */
public final class ByteReader {

  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private final byte[] bytes;
  private int at;

  public ByteReader(byte[] bytes) {
    this.bytes = bytes;
  }

  /** How many bytes are still to be read. */
  public int left() {
    return bytes.length - at;
  }

  /** All that is still to be read. */
  public byte[] rest() {
    return Arrays.copyOfRange(bytes, take(left()), bytes.length);
  }

  public int one() {
    return bytes[take(1)] & 0xFF;
  }

  public int fixedInt() {
    return (int) INT.get(bytes, take(Integer.BYTES));
  }

  public long fixedLong() {
    return (long) LONG.get(bytes, take(Long.BYTES));
  }

  public long number() {
    long value = 0;
    for (int shift = 0; shift < Long.SIZE; shift += 7) {
      int next = one();
      value |= (next & 0x7FL) << shift;
      if (next < 0x80) {
        return value;
      }
    }
    throw new DamagedBytesException("a number has more than 64 bits");
  }

  public long signed() {
    long value = number();
    return value >>> 1 ^ -(value & 1);
  }

  public int count() {
    long value = number();
    if (value >>> Integer.SIZE != 0) {
      throw new DamagedBytesException("a number has more than 32 bits");
    }
    return (int) value;
  }

  /** How many things follow, each of which takes a byte at least. */
  public int amount() {
    long value = number();
    if (value < 0 || value > left()) {
      throw new DamagedBytesException("they end too early");
    }
    return (int) value;
  }

  public String text() {
    long header = number();
    long length = header >>> 1;
    if (length > left()) {
      throw new DamagedBytesException("they end too early");
    }
    int start = take((int) length);
    return (header & 1) == 0
        ? new String(bytes, start, (int) length, StandardCharsets.UTF_8)
        : utf16(start, (int) length);
  }

  private String utf16(int start, int length) {
    if (length % 2 != 0) {
      throw new DamagedBytesException("a text is not in UTF-16");
    }
    char[] text = new char[length / 2];
    for (int i = 0; i < text.length; i++) {
      text[i] = (char) (bytes[start + 2 * i] << 8 | (bytes[start + 2 * i + 1] & 0xFF));
    }
    return new String(text);
  }

  private int take(int count) {
    if (count > left()) {
      throw new DamagedBytesException("they end too early");
    }
    int start = at;
    at += count;
    return start;
  }
}
