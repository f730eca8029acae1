package dev.pawl.server.feed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.server.problem.ApiException;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Entries of the audit become changes of topics. */
class AuditedChangeTest {

  private static Optional<TopicChange> change(int status, String endpoint, String target) {
    return new AuditedChange(1, Instant.EPOCH, status, "ci", endpoint, target).change();
  }

  @ParameterizedTest
  @CsvSource({
    "POST /api/flows, /api/flows, flows, created,",
    "PUT /api/flows/{flow}, /api/flows/refund, flows, saved, refund",
    "POST /api/flows/{flow}/publish, /api/flows/refund/publish?note, flows, published, refund",
    "POST /api/flows/{flow}/versions/{number}/restore, /api/flows/a/versions/3/restore, flows,"
        + " restored, a",
    "POST /api/import, /api/import, flows, imported,",
    "PUT /api/flows/{flow}/trigger, /api/flows/refund/trigger, triggers, saved, refund",
    "POST /api/flows/{flow}/trigger/secret, /api/flows/r/trigger/secret, triggers, changed, r",
    "POST /api/bindings/{id}/disable, /api/bindings/7/disable, triggers, disabled, 7",
    "DELETE /api/bindings/{id}, /api/bindings/a%20b+c, triggers, deleted, a b+c",
    "POST /api/flows/bulk, /api/flows/bulk?action=DISABLE&flows=a, flows, changed,",
    "POST /api/flows/executions/bulk, /api/flows/executions/bulk, jobs, created,"
  })
  void shouldNameTopicKindAndId(
      String endpoint, String target, String topic, String kind, String id) {
    TopicChange change = change(200, endpoint, target).orElseThrow();

    assertThat(change.topic()).hasToString(topic);
    assertThat(change.kind()).isEqualTo(kind);
    assertThat(change.id()).isEqualTo(id);
    assertThat(change.by()).isEqualTo("ci");
  }

  @ParameterizedTest
  @CsvSource({
    "DELETE /api/connections/{name}, /api/connections/crm, connections, changed",
    "POST /api/breakers/{downstream}/close, /api/breakers/crm/close, connections, changed",
    "PUT /api/secrets/{name}, /api/secrets/crm, connections, changed",
    "POST /api/admin/flows/pause-all, /api/admin/flows/pause-all, tenant, paused"
  })
  void shouldNotRevealWhatViewersMayNotRead(
      String endpoint, String target, String topic, String kind) {
    TopicChange change = change(200, endpoint, target).orElseThrow();

    assertThat(change.topic()).hasToString(topic);
    assertThat(change.kind()).isEqualTo(kind);
    assertThat(change.id()).isNull();
    assertThat(change.by()).isNull();
  }

  @Test
  void shouldIgnoreDryRuns() {
    String endpoint = "POST /api/flows/bulk";
    String target = "/api/flows/bulk?action=DISABLE%s&flows=a";

    assertThat(change(200, endpoint, target.formatted("&dryRun=true"))).isEmpty();
    assertThat(change(200, endpoint, target.formatted(""))).isPresent();
  }

  @Test
  void shouldIgnoreRefusalsAndWhatBelongsToNoTopic() {
    assertThat(change(403, "PUT /api/flows/{flow}", "/api/flows/refund")).isEmpty();
    assertThat(change(200, "POST /api/flows/{flow}/test", "/api/flows/refund/test")).isEmpty();
    assertThat(change(200, "POST /api/flows/executions/{id}/cancel", "/x")).isEmpty();
    assertThat(change(201, "POST /api/keys", "/api/keys")).isEmpty();
  }

  @Test
  void shouldReadTopicsAndRefuseUnknownOnes() {
    assertThat(FeedTopic.parse("jobs, flows")).isEqualTo(Set.of(FeedTopic.JOBS, FeedTopic.FLOWS));

    assertThatThrownBy(() -> FeedTopic.parse("flows,nodes"))
        .isInstanceOf(ApiException.class)
        .hasMessageContaining("topics: 'nodes' is not a topic")
        .hasMessageContaining("executions, flows, triggers");
  }
}
