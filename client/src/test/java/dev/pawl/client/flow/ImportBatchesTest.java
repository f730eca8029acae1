package dev.pawl.client.flow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ImportBatchesTest {

  private static List<PortableFlow> flows(int count, int length) {
    return IntStream.range(0, count)
        .mapToObj(i -> JsonObject.of("code", Json.of(i + "x".repeat(length))))
        .map(PortableFlow::new)
        .toList();
  }

  @Test
  void shouldSendSmallImportsInOneBatch() {
    assertThat(ImportBatches.of(flows(1_000, 10))).hasSize(1);
    assertThat(ImportBatches.of(List.of())).isEmpty();
  }

  @Test
  void shouldSplitLargeImports() {
    assertThat(ImportBatches.of(flows(1_001, 10))).hasSize(2);
    assertThat(ImportBatches.of(flows(5, 900_000)))
        .hasSize(3)
        .allSatisfy(part -> assertThat(part.toUtf8().length).isLessThan(2 * 1024 * 1024));
    assertThat(ImportBatches.of(flows(2, 3_000_000))).hasSize(2);
  }
}
