package dev.pawl.server.audit;

import dev.pawl.postgres.row.Sha256;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * The state before and after a change, as JSON.
 *
 * @param before empty if there was nothing before, or nothing is recorded
 * @param after empty if there is nothing any more, or nothing is recorded
 */
record AuditChange(String before, String after) {

  static final AuditChange NONE = new AuditChange("", "");

  /** The maximum size of a state; of a larger one its size and digest are kept. */
  static final int MAX_STATE_BYTES = 32_768;

  AuditChange {
    before = shorten(before);
    after = shorten(after);
  }

  static AuditChange of(@Nullable String before, @Nullable String after) {
    return new AuditChange(before == null ? "" : before, after == null ? "" : after);
  }

  private static String shorten(String state) {
    int size = state.getBytes(StandardCharsets.UTF_8).length;
    return size <= MAX_STATE_BYTES
        ? state
        : "{\"bytes\":%d,\"sha256\":\"%s\"}".formatted(size, Sha256.hex(state));
  }

  boolean isRecorded() {
    return !before.isEmpty() || !after.isEmpty();
  }
}
