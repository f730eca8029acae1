package dev.pawl.postgres.row;

import java.io.Serial;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Arrays;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.postgresql.util.PGBinaryObject;
import org.postgresql.util.PGobject;

/**
 * Builds an array parameter in PostgreSQL's binary format: one column of the rows of a batch. It
 * can be cleared and filled again.
 */
public final class Column extends PGobject implements PGBinaryObject {

  @Serial private static final long serialVersionUID = 1L;

  private static final int HEADER_BYTES = 20;
  private static final int MAX_RETAINED_BYTES = 1 << 20;
  private static final long POSTGRES_EPOCH_SECONDS = 946_684_800L;

  private final int elementOid;
  private byte[] bytes = new byte[256];
  private int length;
  private int count;
  private boolean hasNulls;

  private Column(String name, int elementOid) {
    setType(name);
    this.elementOid = elementOid;
    clear();
  }

  public static Column shorts() {
    return new Column("_int2", 21);
  }

  public static Column ints() {
    return new Column("_int4", 23);
  }

  public static Column longs() {
    return new Column("_int8", 20);
  }

  public static Column bools() {
    return new Column("_bool", 16);
  }

  public static Column texts() {
    return new Column("_text", 25);
  }

  public static Column blobs() {
    return new Column("_bytea", 17);
  }

  public static Column uuids() {
    return new Column("_uuid", 2950);
  }

  public static Column times() {
    return new Column("_timestamptz", 1184);
  }

  public void clear() {
    if (bytes.length > MAX_RETAINED_BYTES) {
      bytes = new byte[256];
    }
    length = HEADER_BYTES;
    count = 0;
    hasNulls = false;
  }

  public int count() {
    return count;
  }

  public void add(short value) {
    ensureCapacity(6);
    write(2);
    bytes[length++] = (byte) (value >>> 8);
    bytes[length++] = (byte) value;
    count++;
  }

  public void add(int value) {
    ensureCapacity(8);
    write(4);
    write(value);
    count++;
  }

  public void add(long value) {
    ensureCapacity(12);
    write(8);
    write(value);
    count++;
  }

  public void add(boolean value) {
    ensureCapacity(5);
    write(1);
    bytes[length++] = (byte) (value ? 1 : 0);
    count++;
  }

  public void add(UUID value) {
    ensureCapacity(20);
    write(16);
    write(value.getMostSignificantBits());
    write(value.getLeastSignificantBits());
    count++;
  }

  /** Adds a time in PostgreSQL's format: microseconds since the year 2000. */
  public void add(Instant value) {
    ensureCapacity(12);
    write(8);
    write(
        Math.addExact(
            Math.multiplyExact(value.getEpochSecond() - POSTGRES_EPOCH_SECONDS, 1_000_000L),
            value.getNano() / 1000));
    count++;
  }

  public void add(String value) {
    add(value.getBytes(StandardCharsets.UTF_8));
  }

  public void add(byte[] value) {
    ensureCapacity(4 + value.length);
    write(value.length);
    System.arraycopy(value, 0, bytes, length, value.length);
    length += value.length;
    count++;
  }

  public void addNull() {
    ensureCapacity(4);
    write(-1);
    count++;
    hasNulls = true;
  }

  public void addText(Optional<String> value) {
    if (value.isPresent()) {
      add(value.get());
    } else {
      addNull();
    }
  }

  /** Adds free text, replacing the NUL character, which PostgreSQL's text cannot store. */
  public void addFreeText(Optional<String> value) {
    addText(value.map(text -> text.replace('\u0000', '\uFFFD')));
  }

  public void addTime(Optional<Instant> value) {
    if (value.isPresent()) {
      add(value.get());
    } else {
      addNull();
    }
  }

  private void ensureCapacity(int additional) {
    if (bytes.length - length < additional) {
      bytes = Arrays.copyOf(bytes, Math.max(Math.addExact(length, additional), bytes.length * 2));
    }
  }

  private void write(int value) {
    bytes[length] = (byte) (value >>> 24);
    bytes[length + 1] = (byte) (value >>> 16);
    bytes[length + 2] = (byte) (value >>> 8);
    bytes[length + 3] = (byte) value;
    length += 4;
  }

  private void write(long value) {
    write((int) (value >>> 32));
    write((int) value);
  }

  public void bind(PreparedStatement statement, int index) throws SQLException {
    statement.setObject(index, this);
  }

  @Override
  public int lengthInBytes() {
    return length;
  }

  @Override
  public void toBytes(byte[] target, int offset) {
    ByteBuffer.wrap(bytes)
        .putInt(1)
        .putInt(hasNulls ? 1 : 0)
        .putInt(elementOid)
        .putInt(count)
        .putInt(1);
    System.arraycopy(bytes, 0, target, offset, length);
  }

  @Override
  public void setByteValue(byte[] value, int offset) {
    throw new UnsupportedOperationException("a column can only be sent, not received");
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return this == other;
  }

  @Override
  public int hashCode() {
    return System.identityHashCode(this);
  }
}
