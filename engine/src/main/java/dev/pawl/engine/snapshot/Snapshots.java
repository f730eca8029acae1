package dev.pawl.engine.snapshot;

import dev.pawl.engine.Execution;
import dev.pawl.engine.bytes.ByteReader;
import dev.pawl.engine.bytes.ByteWriter;
import dev.pawl.engine.bytes.Compression;
import dev.pawl.engine.bytes.DamagedBytesException;
import dev.pawl.model.Flow;
import java.util.zip.CRC32C;

/**
 * Writes and reads executions as a whole. The layout follows the records an execution is made of:
 * whoever changes one of them changes {@link #format()} too, and older snapshots are not read.
 *
 * <p>A snapshot is the format, a check sum of what follows, and the values in their order,
 * compressed where that pays. Values that occur several times are written once; parts of the flow
 * are not written but pointed to.
 */
public final class Snapshots {

  private static final int PLAIN = 1;
  private static final int COMPRESSED = 2;

  private static final Layout<Execution> LAYOUT = Layout.of(Execution.class);
  private static final int FORMAT = LAYOUT.format();

  private Snapshots() {}

  /** Snapshots of another format cannot be read by this release. */
  public static int format() {
    return FORMAT;
  }

  /**
   * @param flow the very one that the execution's facts were folded with
   * @throws IllegalArgumentException if the execution points to a part of another flow
   */
  public static byte[] write(Execution execution, Flow flow) {
    Writing writing = new Writing(new FlowParts(flow));
    writing.bytes.one(PLAIN);
    LAYOUT.codec().write(execution, writing);
    byte[] content = Compression.compress(COMPRESSED, writing.bytes.toBytes());
    ByteWriter snapshot = new ByteWriter(2 * Integer.BYTES + content.length);
    snapshot.fixed(FORMAT);
    snapshot.fixed(checkSum(content));
    snapshot.raw(content);
    return snapshot.toBytes();
  }

  /**
   * @throws UnreadableSnapshotException if it was not written by this release from an execution of
   *     that flow
   */
  public static Execution read(byte[] snapshot, Flow flow) {
    try {
      ByteReader bytes = new ByteReader(snapshot);
      int format = bytes.fixedInt();
      if (format != FORMAT) {
        throw new UnreadableSnapshotException(
            "the snapshot has format %08x, not %08x".formatted(format, FORMAT));
      }
      int checkSum = bytes.fixedInt();
      byte[] content = bytes.rest();
      if (checkSum != checkSum(content)) {
        throw new UnreadableSnapshotException("the snapshot does not match its check sum");
      }
      return read(content, new FlowParts(flow));
    } catch (UnreadableSnapshotException e) {
      throw e;
    } catch (RuntimeException e) {
      // Whatever is wrong with a cache, there is one remedy.
      throw new UnreadableSnapshotException("the snapshot is damaged: " + e.getMessage(), e);
    }
  }

  private static Execution read(byte[] content, FlowParts parts) {
    Reading reading =
        new Reading(new ByteReader(Compression.decompress(COMPRESSED, content)), parts);
    if (reading.bytes.one() != PLAIN) {
      throw new DamagedBytesException("it is of another kind");
    }
    Execution execution = LAYOUT.codec().read(reading);
    if (reading.bytes.left() > 0) {
      throw new DamagedBytesException("something follows its end");
    }
    return execution;
  }

  private static int checkSum(byte[] content) {
    CRC32C sum = new CRC32C();
    sum.update(content);
    return (int) sum.getValue();
  }
}
