package dev.pawl.engine.snapshot;

import dev.pawl.engine.Execution;
import dev.pawl.engine.bytes.ByteReader;
import dev.pawl.engine.bytes.ByteWriter;
import dev.pawl.engine.bytes.Compression;
import dev.pawl.engine.bytes.DamagedBytesException;
import dev.pawl.model.Flow;
import java.util.zip.CRC32C;

/**
 * Writes and reads whole executions. The layout follows the records that an execution consists of:
 * a change of one of these changes {@link #format()}, and earlier snapshots become unreadable.
 *
 * <p>A snapshot consists of the format, a check sum of the rest, and the values in order,
 * compressed if that makes them shorter. Repeated values are written once; parts of the flow are
 * written as references.
 */
public final class Snapshots {

  private static final int PLAIN = 1;
  private static final int COMPRESSED = 2;

  private static final Layout<Execution> LAYOUT = Layout.of(Execution.class);
  private static final int FORMAT = LAYOUT.format();

  private Snapshots() {}

  /** Returns the format of this release, which cannot read snapshots of other formats. */
  public static int format() {
    return FORMAT;
  }

  /**
   * Writes a snapshot.
   *
   * @param flow the same object with which the facts of the execution were folded
   * @throws IllegalArgumentException if the execution refers to a part of another flow
   */
  public static byte[] write(Execution execution, Flow flow) {
    SnapshotWriter writing = new SnapshotWriter(new FlowParts(flow));
    writing.bytes.one(PLAIN);
    LAYOUT.codec().write(execution, writing);
    byte[] content = Compression.compress(COMPRESSED, writing.bytes);
    ByteWriter snapshot = new ByteWriter(2 * Integer.BYTES + content.length);
    snapshot.fixed(FORMAT);
    snapshot.fixed(checkSum(content));
    snapshot.raw(content);
    return snapshot.toBytes();
  }

  /**
   * Reads a snapshot.
   *
   * @throws UnreadableSnapshotException if this release did not write it from an execution of that
   *     flow
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
      // A snapshot is a cache: after any error the caller folds the journal instead.
      throw new UnreadableSnapshotException("the snapshot is damaged: " + e.getMessage(), e);
    }
  }

  private static Execution read(byte[] content, FlowParts parts) {
    SnapshotReader reading =
        new SnapshotReader(new ByteReader(Compression.decompress(COMPRESSED, content)), parts);
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
