package dev.pawl.engine.bytes;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Makes blocks in the format of LZ4, faster than the library does in Java: it looks at whole words.
 * Each sequence of a block is a token with two lengths, literals, and the distance to an earlier
 * place that goes on in the same way.
 */
final class Lz4Block {

  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private static final int HASH_BITS = 12;
  private static final int SHORTEST_MATCH = 4;
  private static final int FARTHEST = 0xFFFF;

  /** The format wants this many literals at the end, and no match to begin much before that. */
  private static final int LAST_LITERALS = 5;

  private static final int LAST_START = 12;

  /** Where nothing matches, steps grow by one after so many of them. */
  private static final int PATIENCE_BITS = 6;

  /** What a token's half cannot hold follows it, in bytes of which only the last is smaller. */
  private static final int TOKEN_FULL = 15;

  private static final int LONGER = 255;

  /** Spreads the bits of a word; the golden ratio of 2^32. */
  private static final int HASH_FACTOR = 0x9E37_79B1;

  private final byte[] from;
  private final byte[] to;
  private final int[] places = new int[1 << HASH_BITS];
  private int at;
  private int earlier;

  private Lz4Block(byte[] from, byte[] to, int at) {
    this.from = from;
    this.to = to;
    this.at = at;
  }

  /** Compresses into the given array from that place on; the end, or -1 if there is no room. */
  static int compress(byte[] from, byte[] to, int at) {
    return new Lz4Block(from, to, at).compress();
  }

  private int compress() {
    int done = 0;
    int start = find(1);
    while (start >= 0) {
      int distance = start - earlier;
      while (start > done && start > distance && from[start - 1] == from[start - 1 - distance]) {
        start--;
      }
      int end = endOfMatch(start + SHORTEST_MATCH, distance);
      if (!hasRoom(start - done, end - start)) {
        return -1;
      }
      int token = literals(done, start);
      to[at++] = (byte) distance;
      to[at++] = (byte) (distance >>> 8);
      to[token] |= (byte) length(end - start - SHORTEST_MATCH);
      done = end;
      start = find(end);
    }
    if (!hasRoom(from.length - done, 0)) {
      return -1;
    }
    literals(done, from.length);
    return at;
  }

  /** The next place that is like an earlier one, or -1. */
  private int find(int start) {
    int last = from.length - LAST_START;
    int patience = 1 << PATIENCE_BITS;
    for (int i = start; i <= last; i += patience++ >>> PATIENCE_BITS) {
      int word = (int) INT.get(from, i);
      int hash = word * HASH_FACTOR >>> Integer.SIZE - HASH_BITS;
      int before = places[hash];
      places[hash] = i;
      if (i - before <= FARTHEST && (int) INT.get(from, before) == word) {
        earlier = before;
        return i;
      }
    }
    return -1;
  }

  private int endOfMatch(int start, int distance) {
    int last = from.length - LAST_LITERALS;
    int end = start;
    while (end + Long.BYTES <= last) {
      long difference = (long) LONG.get(from, end) ^ (long) LONG.get(from, end - distance);
      if (difference != 0) {
        return end + Long.numberOfTrailingZeros(difference) / Byte.SIZE;
      }
      end += Long.BYTES;
    }
    while (end < last && from[end] == from[end - distance]) {
      end++;
    }
    return end;
  }

  private boolean hasRoom(int literals, int match) {
    long most = 8L + literals + literals / LONGER + match / LONGER;
    return most <= to.length - at;
  }

  /** The place of the token before them. */
  private int literals(int start, int end) {
    int token = at++;
    to[token] = (byte) (length(end - start) << 4);
    System.arraycopy(from, start, to, at, end - start);
    at += end - start;
    return token;
  }

  /** What the token says of a length; the rest is put behind it. */
  private int length(int length) {
    if (length < TOKEN_FULL) {
      return length;
    }
    int rest = length - TOKEN_FULL;
    for (; rest >= LONGER; rest -= LONGER) {
      to[at++] = (byte) LONGER;
    }
    to[at++] = (byte) rest;
    return TOKEN_FULL;
  }
}
