package dev.pawl.engine.bytes;

import java.util.Arrays;
import net.jpountz.lz4.LZ4Compressor;
import net.jpountz.lz4.LZ4Exception;
import net.jpountz.lz4.LZ4Factory;
import net.jpountz.lz4.LZ4SafeDecompressor;

/**
 * Compression as LZ4 blocks. It uses the Java implementation of the library: the native one would
 * be unpacked into the folder for temporary files, and newer Java versions warn about it.
 */
public final class Compression {

  /** Inputs of at most this many bytes are not compressed. */
  public static final int MAX_UNCOMPRESSED_BYTES = 1024;

  /** The best compression ratio that LZ4 can reach; a higher one is a sign of damage. */
  private static final long MAX_RATIO = 255;

  private static final LZ4Compressor COMPRESSOR = LZ4Factory.fastestJavaInstance().fastCompressor();
  private static final LZ4SafeDecompressor DECOMPRESSOR =
      LZ4Factory.fastestJavaInstance().safeDecompressor();

  private Compression() {}

  /**
   * Returns the bytes of a writer compressed, after a mark and their length. Returns them as they
   * are if they are few, or if the compressed form is not shorter.
   *
   * @param mark first byte of the compressed form; the uncompressed bytes never begin with it
   */
  public static byte[] compress(int mark, ByteWriter bytes) {
    int length = bytes.length();
    if (length <= MAX_UNCOMPRESSED_BYTES) {
      return bytes.toBytes();
    }
    ByteWriter header = new ByteWriter(6);
    header.one(mark);
    header.count(length);
    byte[] target =
        Arrays.copyOf(header.array(), header.length() + COMPRESSOR.maxCompressedLength(length));
    int end =
        header.length() + COMPRESSOR.compress(bytes.array(), 0, length, target, header.length());
    return end < length ? Arrays.copyOf(target, end) : bytes.toBytes();
  }

  /**
   * Returns the bytes that were given to {@link #compress}.
   *
   * @throws DamagedBytesException if the bytes begin with the mark but cannot be decompressed
   */
  public static byte[] decompress(int mark, byte[] bytes) {
    ByteReader reader = new ByteReader(bytes);
    if (reader.one() != mark) {
      return bytes;
    }
    int length = reader.count();
    byte[] compressed = reader.rest();
    if (length <= 0 || length > compressed.length * MAX_RATIO) {
      throw new DamagedBytesException(
          "compressed length %d cannot have the uncompressed length %d"
              .formatted(compressed.length, length));
    }
    byte[] target = new byte[length];
    try {
      int actual = DECOMPRESSOR.decompress(compressed, target);
      if (actual == length) {
        return target;
      }
      throw new DamagedBytesException(
          "the uncompressed length is %d instead of %d".formatted(actual, length));
    } catch (LZ4Exception | IndexOutOfBoundsException e) {
      throw new DamagedBytesException("the compressed bytes are no LZ4 block");
    }
  }
}
