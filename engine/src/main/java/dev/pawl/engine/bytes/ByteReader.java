package dev.pawl.engine.bytes;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Reads the bytes that {@link ByteWriter} wrote. Each method throws {@link DamagedBytesException}
 * if the bytes do not contain the requested value.
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

  /** Returns the number of unread bytes. */
  public int left() {
    return bytes.length - at;
  }

  /** Reads all remaining bytes. */
  public byte[] rest() {
    return Arrays.copyOfRange(bytes, take(left()), bytes.length);
  }

  /** Reads one byte, unsigned. */
  public int one() {
    return bytes[take(1)] & 0xFF;
  }

  /** Reads four bytes. */
  public int fixedInt() {
    return (int) INT.get(bytes, take(Integer.BYTES));
  }

  /** Reads eight bytes. */
  public long fixedLong() {
    return (long) LONG.get(bytes, take(Long.BYTES));
  }

  /** Reads a number written by {@link ByteWriter#number}. */
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

  /** Reads a number written by {@link ByteWriter#signed}. */
  public long signed() {
    long value = number();
    return value >>> 1 ^ -(value & 1);
  }

  /** Reads a number written by {@link ByteWriter#count}. */
  public int count() {
    long value = number();
    if (value >>> Integer.SIZE != 0) {
      throw new DamagedBytesException("a number has more than 32 bits");
    }
    return (int) value;
  }

  /** Reads a number of elements, each of which takes at least one byte. */
  public int amount() {
    long value = number();
    if (value < 0 || value > left()) {
      throw new DamagedBytesException("they end too early");
    }
    return (int) value;
  }

  /** Reads a text written by {@link ByteWriter#text}. */
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
