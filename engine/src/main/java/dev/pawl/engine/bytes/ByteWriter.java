package dev.pawl.engine.bytes;

import dev.pawl.sdk.Json;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** A growing byte array; {@link ByteReader} reads its values in the same order. */
public final class ByteWriter {

  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private byte[] bytes;
  private int length;

  public ByteWriter(int expected) {
    this.bytes = new byte[expected];
  }

  /** Writes the low eight bits of a number as one byte. */
  public void one(int value) {
    ensure(1);
    bytes[length++] = (byte) value;
  }

  /** Writes four bytes. */
  public void fixed(int value) {
    ensure(Integer.BYTES);
    INT.set(bytes, length, value);
    length += Integer.BYTES;
  }

  /** Writes eight bytes. */
  public void fixed(long value) {
    ensure(Long.BYTES);
    LONG.set(bytes, length, value);
    length += Long.BYTES;
  }

  /** Writes a number in one to ten bytes, fewer for smaller numbers; a negative one takes ten. */
  public void number(long value) {
    ensure(10);
    long rest = value;
    while ((rest & ~0x7FL) != 0) {
      bytes[length++] = (byte) (rest | 0x80);
      rest >>>= 7;
    }
    bytes[length++] = (byte) rest;
  }

  /** Writes a number in one to ten bytes, fewer for numbers closer to zero. */
  public void signed(long value) {
    number(value << 1 ^ value >> 63);
  }

  /** Writes a number in one to five bytes, fewer for smaller numbers; a negative one takes five. */
  public void count(int value) {
    number(Integer.toUnsignedLong(value));
  }

  /** Writes a text with its length. */
  public void text(String text) {
    // An unpaired surrogate has no UTF-8 form, so text with surrogates is written in UTF-16.
    boolean wide = hasHalves(text);
    byte[] encoded = wide ? utf16(text) : text.getBytes(StandardCharsets.UTF_8);
    number((long) encoded.length << 1 | (wide ? 1 : 0));
    raw(encoded);
  }

  private static boolean hasHalves(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (Character.isSurrogate(text.charAt(i))) {
        return true;
      }
    }
    return false;
  }

  private static byte[] utf16(String text) {
    byte[] encoded = new byte[text.length() * 2];
    for (int i = 0; i < text.length(); i++) {
      encoded[2 * i] = (byte) (text.charAt(i) >> 8);
      encoded[2 * i + 1] = (byte) text.charAt(i);
    }
    return encoded;
  }

  /** Writes bytes without their length. */
  public void raw(byte[] more) {
    ensure(more.length);
    System.arraycopy(more, 0, bytes, length, more.length);
    length += more.length;
  }

  /** Writes a JSON value as text, without its length. */
  public void json(Json value) {
    ensure(Math.toIntExact(value.size()));
    length = value.putUtf8(bytes, length);
  }

  /** Writes a JSON value as a text with its length, which is read as any other text. */
  public void jsonText(Json value) {
    number(value.size() << 1);
    json(value);
  }

  /** Returns the number of bytes written so far. */
  public int length() {
    return length;
  }

  /** Returns the array that holds the bytes written so far, and more. */
  byte[] array() {
    return bytes;
  }

  /** Returns the bytes written so far. */
  public byte[] toBytes() {
    return length == bytes.length ? bytes : Arrays.copyOf(bytes, length);
  }

  private void ensure(int more) {
    if (length + more > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(length + more, bytes.length * 2));
    }
  }
}
