package dev.pawl.server.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class AuditCsvTest {

  private static final Instant AT = Instant.parse("2026-11-17T09:12:03Z");

  @Test
  void shouldQuoteFieldsAndDisarmFormulas() {
    AuditEntry entry =
        new AuditEntry(
                AT,
                "ci, \"nightly\"",
                "POST /api/flows/{flow}/publish",
                "=HYPERLINK(0)",
                200,
                "127.0.0.1")
            .withChange(AuditChange.of(null, "{\"a\":1}"));

    String csv = AuditCsv.write(List.of(new AuditTrail.NumberedEntry(7, entry)));

    assertThat(csv.split("\r\n")[1])
        .isEqualTo(
            "7,2026-11-17T09:12:03Z,\"ci, \"\"nightly\"\"\",POST /api/flows/{flow}/publish,"
                + "'=HYPERLINK(0),200,127.0.0.1,1,,,\"{\"\"a\"\":1}\"");
  }
}
