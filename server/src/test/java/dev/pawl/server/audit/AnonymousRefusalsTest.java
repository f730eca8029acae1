package dev.pawl.server.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.engine.store.TenantId;
import dev.pawl.engine.store.UnavailableException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class AnonymousRefusalsTest {

  private static final Instant NOON = Instant.parse("2026-01-31T12:00:00Z");

  private final Written written = new Written();
  private final AnonymousRefusals refusals = new AnonymousRefusals(written);

  /** Stores entries, unless it is made to fail. */
  private static final class Written implements AuditWriter.EntrySink {
    private final List<AuditEntry> entries = new ArrayList<>();
    private boolean isAway;

    @Override
    public void append(TenantId tenant, List<AuditEntry> more) {
      if (isAway) {
        throw new UnavailableException("away");
      }
      assertThat(tenant).isEqualTo(AuditTrail.ANONYMOUS);
      entries.addAll(more);
    }
  }

  private static AuditEntry at(int second, String address) {
    return new AuditEntry(NOON.plusSeconds(second), "", "GET -", "/api/" + second, 401, address);
  }

  @Test
  void shouldWriteOneEntryForEachAddressAndMinute() {
    for (int second = 0; second < 90; second++) {
      refusals.count(at(second, "10.0.0.1"));
    }
    refusals.count(at(5, "10.0.0.2"));

    refusals.writeOld(NOON.plusSeconds(90));
    assertThat(written.entries)
        .containsExactly(
            new AuditEntry(
                NOON,
                "",
                "GET -",
                "/api/0",
                401,
                "10.0.0.1",
                60,
                NOON.plusSeconds(59),
                AuditChange.NONE),
            at(5, "10.0.0.2"));
    refusals.writeAll();
    assertThat(written.entries.getLast().count()).isEqualTo(30);
    refusals.writeAll();
    assertThat(written.entries).hasSize(3);
  }

  @Test
  void shouldLimitTheNumberOfTrackedAddresses() {
    for (int i = 0; i < 5_000; i++) {
      refusals.count(at(i, "10.0." + i / 250 + "." + i % 250));
    }

    refusals.close();

    assertThat(written.entries).hasSize(AnonymousRefusals.MAX_ADDRESSES + 1);
    assertThat(written.entries.getLast().address()).isEqualTo(AnonymousRefusals.OTHER_ADDRESSES);
    assertThat(written.entries.stream().mapToInt(AuditEntry::count).sum()).isEqualTo(5_000);
  }

  @Test
  void shouldKeepCountingWhileNothingCanBeWritten() {
    refusals.count(at(1, "10.0.0.1"));
    written.isAway = true;
    assertThatThrownBy(refusals::writeAll).isInstanceOf(UnavailableException.class);
    refusals.count(at(2, "10.0.0.1"));
    written.isAway = false;

    refusals.writeAll();

    assertThat(written.entries)
        .containsExactly(
            new AuditEntry(
                NOON.plusSeconds(1),
                "",
                "GET -",
                "/api/1",
                401,
                "10.0.0.1",
                2,
                NOON.plusSeconds(2),
                AuditChange.NONE));
  }
}
