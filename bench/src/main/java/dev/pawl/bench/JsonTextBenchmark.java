package dev.pawl.bench;

import dev.pawl.model.json.JsonText;
import dev.pawl.sdk.Json;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Measures reading and writing of the 500-byte JSON document. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class JsonTextBenchmark {

  private final String text = document();
  private final Json value = JsonText.parse(text);

  @Benchmark
  public Json read() {
    return JsonText.parse(text);
  }

  @Benchmark
  public String write() {
    return value.toString();
  }

  private static String document() {
    StringBuilder lines = new StringBuilder();
    for (int i = 1; i <= 9; i++) {
      lines.append(i == 1 ? "" : ",");
      lines.append(
          "{\"sku\":\"pawl-%03d\",\"quantity\":%d,\"price\":%d.95}".formatted(i, i, 10 * i));
    }
    return "{\"order\":\"2026-0815\",\"paid\":true,\"lines\":[" + lines + "]}";
  }
}
