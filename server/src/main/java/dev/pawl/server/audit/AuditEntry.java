package dev.pawl.server.audit;

import dev.pawl.postgres.row.Sha256;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;

/**
 * What one request did, or was not let do; or many requests alike.
 *
 * @param at when it was answered; of many, the first
 * @param actor the name of the key, and its public part; empty for nobody
 * @param door method and pattern of the path; of many, those of the first
 * @param target the path as it was asked for, without its query; what matters of its body is added
 *     like one; of many, that of the first
 * @param status how it was answered
 * @param address where it came from
 * @param count how many requests it stands for
 * @param lastAt when the last of them was answered
 */
record AuditEntry(
    Instant at,
    String actor,
    String door,
    String target,
    int status,
    String address,
    int count,
    Instant lastAt) {

  private static final int LONGEST = 300;

  /** What stands before the first one. */
  static final byte[] BEGINNING = new byte[32];

  AuditEntry {
    at = at.truncatedTo(ChronoUnit.MICROS);
    lastAt = lastAt.truncatedTo(ChronoUnit.MICROS);
    actor = fit(actor);
    door = fit(door);
    target = fit(target);
    address = fit(address);
  }

  /** Of a single request. */
  AuditEntry(Instant at, String actor, String door, String target, int status, String address) {
    this(at, actor, door, target, status, address, 1, at);
  }

  /** Fit for the table, whatever came over the wire. */
  private static String fit(String text) {
    String shown =
        text.codePoints().anyMatch(Character::isISOControl)
            ? text.replaceAll("\\p{Cntrl}", "?")
            : text;
    return shown.length() > LONGEST ? shown.substring(0, LONGEST) : shown;
  }

  /** This one and another, which came later. */
  AuditEntry and(AuditEntry later) {
    return new AuditEntry(
        at, actor, door, target, status, address, count + later.count, later.lastAt);
  }

  /** The same from somewhere else. */
  AuditEntry from(String other) {
    return new AuditEntry(at, actor, door, target, status, other, count, lastAt);
  }

  boolean isOfMany() {
    return count > 1;
  }

  /** The digest of this one, as the given number, behind another. */
  byte[] digest(byte[] before, int tenant, long number) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.write(before);
      out.writeInt(tenant);
      out.writeLong(number);
      out.writeLong(micros(at));
      out.writeInt(status);
      for (String text : List.of(actor, door, target, address)) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        out.writeInt(utf8.length);
        out.write(utf8);
      }
      // Entries of single requests have the digests that they had before there were others.
      if (isOfMany()) {
        out.writeInt(count);
        out.writeLong(micros(lastAt));
      }
      return Sha256.of(bytes.toByteArray());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static long micros(Instant time) {
    return ChronoUnit.MICROS.between(Instant.EPOCH, time);
  }
}
