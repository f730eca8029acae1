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
 * The record of one request that changed something or was refused, or of several similar ones.
 *
 * @param at time of the response; of the first one if there are several
 * @param actor name of the key with its public part; empty without a key
 * @param endpoint method and path pattern; of the first request if there are several
 * @param target requested path without its query, with relevant fields of the body appended like a
 *     query; of the first request if there are several
 * @param status HTTP status of the response
 * @param address remote address
 * @param count number of requests
 * @param lastAt time of the last response
 * @param change state before and after the request
 */
record AuditEntry(
    Instant at,
    String actor,
    String endpoint,
    String target,
    int status,
    String address,
    int count,
    Instant lastAt,
    AuditChange change) {

  private static final int MAX_TEXT_LENGTH = 300;

  /** Digest that precedes the first entry. */
  static final byte[] BEGINNING = new byte[32];

  AuditEntry {
    at = at.truncatedTo(ChronoUnit.MICROS);
    lastAt = lastAt.truncatedTo(ChronoUnit.MICROS);
    actor = shorten(actor);
    endpoint = shorten(endpoint);
    target = shorten(target);
    address = shorten(address);
  }

  /** Creates the entry of a single request. */
  AuditEntry(Instant at, String actor, String endpoint, String target, int status, String address) {
    this(at, actor, endpoint, target, status, address, 1, at, AuditChange.NONE);
  }

  /** Replaces control characters and shortens the text, so that it can be stored. */
  private static String shorten(String text) {
    String shown =
        text.codePoints().anyMatch(Character::isISOControl)
            ? text.replaceAll("\\p{Cntrl}", "?")
            : text;
    return shown.length() > MAX_TEXT_LENGTH ? shown.substring(0, MAX_TEXT_LENGTH) : shown;
  }

  /** Returns this entry with the count and time of a later one added. */
  AuditEntry merge(AuditEntry later) {
    return new AuditEntry(
        at, actor, endpoint, target, status, address, count + later.count, later.lastAt, change);
  }

  /** Returns this entry with another address. */
  AuditEntry withAddress(String other) {
    return new AuditEntry(at, actor, endpoint, target, status, other, count, lastAt, change);
  }

  /** Returns this entry with the state before and after the request. */
  AuditEntry withChange(AuditChange made) {
    return new AuditEntry(at, actor, endpoint, target, status, address, count, lastAt, made);
  }

  boolean isMerged() {
    return count > 1;
  }

  /** Returns the digest of this entry as the given number, chained to the digest before it. */
  byte[] digest(byte[] before, int tenant, long number) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.write(before);
      out.writeInt(tenant);
      out.writeLong(number);
      out.writeLong(micros(at));
      out.writeInt(status);
      for (String text : List.of(actor, endpoint, target, address)) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        out.writeInt(utf8.length);
        out.write(utf8);
      }
      // The digest of a single request does not depend on fields that only groups have.
      if (isMerged()) {
        out.writeInt(count);
        out.writeLong(micros(lastAt));
      }
      if (change.isRecorded()) {
        for (String text : List.of(change.before(), change.after())) {
          byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
          out.writeInt(utf8.length);
          out.write(utf8);
        }
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
