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
 * An array parameter, written in PostgreSQL's binary form as it grows: one column of the rows of a
 * batch. It can be emptied and filled again.
 */
public final class Column extends PGobject implements PGBinaryObject {

  @Serial private static final long serialVersionUID = 1L;

  private static final int HEADER = 20;
  private static final int KEPT = 1 << 20;
  private static final long EPOCH_SECONDS = 946_684_800L;

  private final int element;
  private byte[] bytes = new byte[256];
  private int length;
  private int count;
  private boolean nulls;

  private Column(String name, int element) {
    setType(name);
    this.element = element;
    clear();
  }

  public static Column shorts() {
    return new Column("_int2", 21);
  }

  public static Column ints() {
    return new Column("_int4", 23);
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
    if (bytes.length > KEPT) {
      bytes = new byte[256];
    }
    length = HEADER;
    count = 0;
    nulls = false;
  }

  public int count() {
    return count;
  }

  public void add(short value) {
    room(6);
    raw(2);
    bytes[length++] = (byte) (value >>> 8);
    bytes[length++] = (byte) value;
    count++;
  }

  public void add(int value) {
    room(8);
    raw(4);
    raw(value);
    count++;
  }

  public void add(boolean value) {
    room(5);
    raw(1);
    bytes[length++] = (byte) (value ? 1 : 0);
    count++;
  }

  public void add(UUID value) {
    room(20);
    raw(16);
    raw(value.getMostSignificantBits());
    raw(value.getLeastSignificantBits());
    count++;
  }

  /** Microseconds since the year 2000, as PostgreSQL counts. */
  public void add(Instant value) {
    room(12);
    raw(8);
    raw(
        Math.addExact(
            Math.multiplyExact(value.getEpochSecond() - EPOCH_SECONDS, 1_000_000L),
            value.getNano() / 1000));
    count++;
  }

  public void add(String value) {
    add(value.getBytes(StandardCharsets.UTF_8));
  }

  public void add(byte[] value) {
    room(4 + value.length);
    raw(value.length);
    System.arraycopy(value, 0, bytes, length, value.length);
    length += value.length;
    count++;
  }

  public void addNull() {
    room(4);
    raw(-1);
    count++;
    nulls = true;
  }

  public void addText(Optional<String> value) {
    if (value.isPresent()) {
      add(value.get());
    } else {
      addNull();
    }
  }

  /** Text for people, of which nothing may be refused: PostgreSQL's has all characters but one. */
  public void addProse(Optional<String> value) {
    addText(value.map(text -> text.replace('\u0000', '\uFFFD')));
  }

  public void addTime(Optional<Instant> value) {
    if (value.isPresent()) {
      add(value.get());
    } else {
      addNull();
    }
  }

  private void room(int more) {
    if (bytes.length - length < more) {
      bytes = Arrays.copyOf(bytes, Math.max(Math.addExact(length, more), bytes.length * 2));
    }
  }

  private void raw(int value) {
    bytes[length] = (byte) (value >>> 24);
    bytes[length + 1] = (byte) (value >>> 16);
    bytes[length + 2] = (byte) (value >>> 8);
    bytes[length + 3] = (byte) value;
    length += 4;
  }

  private void raw(long value) {
    raw((int) (value >>> 32));
    raw((int) value);
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
    ByteBuffer.wrap(bytes).putInt(1).putInt(nulls ? 1 : 0).putInt(element).putInt(count).putInt(1);
    System.arraycopy(bytes, 0, target, offset, length);
  }

  @Override
  public void setByteValue(byte[] value, int offset) {
    throw new UnsupportedOperationException("a column is only sent");
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
