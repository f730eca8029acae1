package dev.pawl.bench.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.model.json.JsonText;
import dev.pawl.peers.Workload;
import java.io.StringReader;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

class ComparisonReportTest {

  private static final ComparisonResults RESULTS = results(Optional.of(growth()));

  @Test
  void shouldComputeTheRatiosToPawl() {
    assertThat(RESULTS.ratios())
        .containsExactlyInAnyOrderEntriesOf(
            Map.of("w1_dbos", 20.0, "w1_raw32", 0.5, "w2_raw32", 0.01, "latency_dbos", 2.0));
  }

  @Test
  void shouldWriteJsonByWorkloadAndEngine() {
    assertThat(ComparisonJson.of(RESULTS))
        .isEqualTo(
            JsonText.parse(
                """
                {
                  "w1": {
                    "pawl": {
                      "executionsPerSecond": 10000, "stepsPerSecond": 50000, "walBytes": 4567,
                      "commits": 0.1235, "engineCpuMillis": 0.01, "postgresCpuMillis": 0.04,
                      "p50Millis": 2, "p99Millis": 4
                    },
                    "dbos": {
                      "executionsPerSecond": 500, "stepsPerSecond": 2500, "walBytes": 4567,
                      "commits": 0.1235, "engineCpuMillis": 0.01, "postgresCpuMillis": 0.04,
                      "p50Millis": 4, "p99Millis": 8
                    }
                  },
                  "w2": {
                    "pawl": {
                      "executionsPerSecond": 200, "stepsPerSecond": 20000, "walBytes": 4567,
                      "commits": 0.1235, "engineCpuMillis": 0.01, "postgresCpuMillis": 0.04,
                      "p50Millis": 2, "p99Millis": 4
                    }
                  },
                  "w3": {},
                  "w4": {},
                  "latency": {
                    "pawl": {"p50Millis": 2, "p99Millis": 4},
                    "dbos": {"p50Millis": 4, "p99Millis": 8}
                  },
                  "raw": {
                    "clients32": {
                      "executionsPerSecond": 20000, "stepsPerSecond": 20000, "walBytes": 4567,
                      "commits": 0.1235, "engineCpuMillis": 0.01, "postgresCpuMillis": 0.04,
                      "p50Millis": 1, "p99Millis": 2
                    }
                  },
                  "growth": {
                    "parkedExecutions": 1000000, "journalRows": 10000000,
                    "empty": {
                      "executionsPerSecond": 1000, "stepsPerSecond": 5000, "walBytes": 4567,
                      "commits": 0.1235, "engineCpuMillis": 0.01, "postgresCpuMillis": 0.04,
                      "p50Millis": 1, "p99Millis": 2
                    },
                    "full": {
                      "executionsPerSecond": 900, "stepsPerSecond": 4500, "walBytes": 4567,
                      "commits": 0.1235, "engineCpuMillis": 0.01, "postgresCpuMillis": 0.04,
                      "p50Millis": 1, "p99Millis": 2
                    },
                    "throughput": 0.9, "cpu": 1, "emptyHeapBytes": 1048576, "fullHeapBytes": 2097152
                  },
                  "ratios": {"w1_dbos": 20, "w1_raw32": 0.5, "w2_raw32": 0.01, "latency_dbos": 2},
                  "machine": "a machine"
                }
                """));
  }

  @Test
  void shouldHaveNoRatiosWithoutPawl() {
    ComparisonResults others =
        new ComparisonResults(
            "a machine",
            Map.of("dbos", "DBOS"),
            Map.of(Workload.W1, Map.of("dbos", measured(5, 1))),
            Map.of("dbos", measured(5, 1)),
            Map.of(32, measured(9, 1)),
            Optional.empty());

    assertThat(others.ratios()).isEmpty();
    assertThat(ComparisonJson.of(others).has("growth")).isFalse();
  }

  @Test
  void shouldWriteAMarkdownTable() {
    assertThat(ResultTable.of(RESULTS))
        .contains(
            "| Pawl | 10,000 | 50,000 |  | 4,567 | 0.123 | 0.010 + 0.040 |\n",
            "| DBOS <1.1> | 500 | 2,500 | 20x | 4,567 | 0.123 | 0.010 + 0.040 |\n",
            "| Pawl | 2.00 | 4.00 |\n",
            "| 32 | 20,000 | 1.00 | 4,567 |\n",
            "W1 runs at 90 % of its\nthroughput")
        .doesNotContain("W3");
  }

  @Test
  void shouldDrawABarForEveryResultToScale() throws Exception {
    Document svg =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(new InputSource(new StringReader(ResultChart.of(RESULTS))));

    NodeList bars = svg.getElementsByTagName("rect");

    assertThat(bars.getLength()).isEqualTo(3);
    assertThat(width(bars, 0) / width(bars, 1)).isBetween(19.5, 20.5);
    assertThat(((Element) bars.item(0)).getAttribute("class")).isEqualTo("ours");
    assertThat(svg.getDocumentElement().getTextContent())
        .contains("DBOS <1.1>", "10,000", "prefers-color-scheme: dark");
  }

  @Test
  void shouldReplaceOnlyItsPartOfThePage() {
    String page =
        """
        # Performance
        <!-- written by ./pawl bench --write: begin -->
        yesterday
        <!-- written by ./pawl bench --write: end -->
        ## More
        """;

    String filled = PerformancePage.filled(page, RESULTS);

    assertThat(filled)
        .startsWith("# Performance\n")
        .endsWith("<!-- written by ./pawl bench --write: end -->\n## More\n")
        .contains("a machine", "(performance.svg)", "| Pawl | 10,000 |")
        .doesNotContain("yesterday");
    assertThat(PerformancePage.filled(filled, RESULTS)).isEqualTo(filled);
    assertThatThrownBy(() -> PerformancePage.filled("# Performance\n", RESULTS))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static ComparisonResults results(Optional<GrowthResult> growth) {
    Map<String, String> titles = new LinkedHashMap<>();
    titles.put("pawl", "Pawl");
    titles.put("dbos", "DBOS <1.1>");
    Map<Workload, Map<String, Measurement>> loads = new LinkedHashMap<>();
    loads.put(Workload.W1, Map.of("pawl", measured(10_000, 2), "dbos", measured(500, 4)));
    loads.put(Workload.W2, Map.of("pawl", measured(200, 2)));
    return new ComparisonResults(
        "a machine",
        titles,
        loads,
        Map.of("pawl", measured(1, 2), "dbos", measured(1, 4)),
        Map.of(32, measured(20_000, 1)),
        growth);
  }

  private static GrowthResult growth() {
    return new GrowthResult(
        1_000_000, 10_000_000, measured(1_000, 1), measured(900, 1), 1 << 20, 2 << 20);
  }

  private static Measurement measured(double rate, double p50) {
    return new Measurement(rate, 4_567.4, 0.12349, 0.01, 0.04, p50, 2 * p50);
  }

  private static double width(NodeList bars, int index) {
    return Double.parseDouble(((Element) bars.item(index)).getAttribute("width"));
  }
}
