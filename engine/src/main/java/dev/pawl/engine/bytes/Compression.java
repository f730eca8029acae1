package dev.pawl.engine.bytes;

import java.util.Arrays;
import net.jpountz.lz4.LZ4Exception;
import net.jpountz.lz4.LZ4Factory;
import net.jpountz.lz4.LZ4SafeDecompressor;

/**
 * Compression in blocks of LZ4. In Java alone: the native library would have to be unpacked into
 * the folder for temporary files, and newer Java versions warn of it.
 */
public final class Compression {

  /** What is shorter is not worth it. */
  public static final int WORTHWHILE = 1024;

  /** LZ4 cannot do better than this, so more than that is a lie about the length. */
  private static final long BEST_RATIO = 255;

  private static final LZ4SafeDecompressor LIBRARY =
      LZ4Factory.fastestJavaInstance().safeDecompressor();

  private Compression() {}

  /** The bytes compressed, behind the given first byte; or as they are, if that is shorter. */
  public static byte[] compress(int first, byte[] bytes) {
    if (bytes.length <= WORTHWHILE) {
      return bytes;
    }
    ByteWriter header = new ByteWriter(6);
    header.one(first);
    header.count(bytes.length);
    byte[] start = header.toBytes();
    byte[] target = new byte[bytes.length];
    System.arraycopy(start, 0, target, 0, start.length);
    int end = Lz4Block.compress(bytes, target, start.length);
    return end < 0 ? bytes : Arrays.copyOf(target, end);
  }

  /**
   * The bytes as they were before {@link #compress}.
   *
   * @throws DamagedBytesException if they begin with the given byte but are not compressed
   */
  public static byte[] decompress(int first, byte[] bytes) {
    ByteReader reader = new ByteReader(bytes);
    if (reader.one() != first) {
      return bytes;
    }
    int length = reader.count();
    byte[] compressed = reader.rest();
    if (length <= 0 || length > compressed.length * BEST_RATIO) {
      throw new DamagedBytesException("what is compressed cannot have " + length + " bytes");
    }
    byte[] target = new byte[length];
    try {
      if (LIBRARY.decompress(compressed, target) == length) {
        return target;
      }
    } catch (LZ4Exception | IndexOutOfBoundsException e) {
      throw new DamagedBytesException("what is compressed is damaged");
    }
    throw new DamagedBytesException("what is compressed has another length than it says");
  }
}
