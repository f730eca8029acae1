package dev.pawl.server.tenant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.pawl.engine.node.TenantPausedException;
import dev.pawl.engine.store.TenantId;
import dev.pawl.server.tenant.QuotaWarnings.QuotaWarning;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class QuotaWarningsTest {

  @Test
  void shouldNotFailWhatHasUsedTheQuotaIfAWarningCannotBeReported() {
    QuotaWarnings warnings = new QuotaWarnings();
    List<QuotaWarning> reported = new ArrayList<>();
    warnings.onWarning(
        warning -> {
          throw new TenantPausedException();
        });
    warnings.onWarning(reported::add);

    assertThatCode(
            () -> warnings.changed(TenantId.DEFAULT, "activeFlows", "2026-11-18", 79, 96, 100))
        .doesNotThrowAnyException();

    assertThat(reported).extracting(QuotaWarning::percent).containsExactly(80, 95);
  }
}
