package dev.pawl.dialects;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.pawl.model.definition.Definitions;
import dev.pawl.model.finding.Finding;
import dev.pawl.model.json.Document;
import dev.pawl.model.json.DocumentFormat;
import dev.pawl.sdk.Json;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DialectsTest {

  private static final String POLICY =
      """
      id: POLICY_ONBOARDING
      jobs:
        - {code: MAIL, handler: EMAIL_HANDLER}
        - {code: SMS, handler: SMS_HANDLER, maxRetries: 5, retryDelaySeconds: 30, backoffType: LINEAR}
        - {code: EXPORT, parents: [MAIL, SMS], handler: EXPORT_POLICY_HANDLER,
           backoffType: EXPONENTIAL, maxRetryDelaySeconds: 900}
      bindings: [{event: POLICY_CREATED, clientId: 17, lobId: 3, priority: 10}]
      """;

  @Test
  void shouldDetectDialects() {
    assertThat(Dialects.detect(POLICY)).isEqualTo(Dialect.JOBS);
    assertThat(Dialects.detect("dialect: jobs\njobs: []")).isEqualTo(Dialect.JOBS);
    assertThat(Dialects.detect("{\"jobs\": []}")).isEqualTo(Dialect.JOBS);
    assertThat(Dialects.detect("States: {jobs: {Type: Succeed}}\nStartAt: jobs"))
        .isEqualTo(Dialect.STATES);
    assertThat(Dialects.detect("jobs: [")).isEqualTo(Dialect.STATES);
  }

  @Test
  void shouldCompileJobsToAGraph() {
    CompiledDialect compiled = Dialects.compile(POLICY);

    assertThat(compiled.findings()).isEmpty();
    assertThat(compiled.result().isValid()).isTrue();
    assertThat(compiled.code()).contains("POLICY_ONBOARDING");
    assertThat(compiled.bindings())
        .containsExactly(
            new DialectBinding(
                "POLICY_CREATED",
                Optional.of("17"),
                Optional.of("3"),
                Optional.empty(),
                10,
                false,
                Optional.empty(),
                Optional.empty(),
                Optional.empty()));
    Json nodes = at(compiled, "States", "Jobs", "Nodes");
    assertThat(nodes.get("EXPORT").orElseThrow().get("DependsOn"))
        .contains(Json.parse("[\"MAIL\", \"SMS\"]"));
    assertThat(retry(nodes, "MAIL"))
        .isEqualTo(
            Json.parse(
                """
                [{"ErrorEquals": ["States.ALL"], "IntervalSeconds": 60, "MaxAttempts": 3,
                  "BackoffStrategy": "FIXED"}]\
                """));
    assertThat(retry(nodes, "SMS"))
        .isEqualTo(
            Json.parse(
                """
                [{"ErrorEquals": ["States.ALL"], "IntervalSeconds": 30, "MaxAttempts": 5,
                  "BackoffStrategy": "LINEAR", "MaxDelaySeconds": 86400}]\
                """));
    assertThat(retry(nodes, "EXPORT"))
        .isEqualTo(
            Json.parse(
                """
                [{"ErrorEquals": ["States.ALL"], "IntervalSeconds": 60, "MaxAttempts": 3,
                  "BackoffStrategy": "EXPONENTIAL", "BackoffRate": 2, "MaxDelaySeconds": 900}]\
                """));
    assertThat(Dialects.read(compiled.text()).isValid()).isTrue();
  }

  private static Json at(CompiledDialect compiled, String... path) {
    Json value = compiled.document().value();
    for (String name : path) {
      value = value.get(name).orElseThrow();
    }
    return value;
  }

  private static Json retry(Json nodes, String job) {
    return nodes.get(job).orElseThrow().get("Retry").orElseThrow();
  }

  @Test
  void shouldAcceptTheColumnNamesOfTables() {
    CompiledDialect compiled =
        Dialects.compile(
            """
            workflow_code: POLICY
            jobs:
              - {job_code: MAIL, parent_job_code: null, handler_code: EMAIL_HANDLER, max_retries: 1}
              - {job_code: SMS, parent_job_code: MAIL, handler_code: SMS_HANDLER,
                 retry_delay_seconds: 5, backoff_type: linear, max_retry_delay_seconds: 50}
            bindings: [{event_type: POLICY_PAID, client_id: null, lob_id: 3}]
            """);

    assertThat(compiled.findings()).isEmpty();
    assertThat(compiled.result().isValid()).isTrue();
    assertThat(compiled.code()).contains("POLICY");
    assertThat(at(compiled, "States", "Jobs", "Nodes", "SMS", "DependsOn"))
        .isEqualTo(Json.parse("[\"MAIL\"]"));
    assertThat(compiled.bindings())
        .extracting(DialectBinding::lobId)
        .containsExactly(Optional.of("3"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "hanlder: B | hanlder | there is no field 'hanlder' here | Did you mean 'handler'?",
        "handler: B, parent: AA | parent: | has the parent 'AA', which does not exist | 'A'?",
        "handler: B, parents: [A, X] | X] | has the parent 'X', which does not exist | 'A'?",
        "handler: B, parent: A, parents: [A] | parent: | either 'parent' or 'parents' | list",
        "handler: B, maxRetries: many | maxRetries | 'maxRetries' must be a whole number, not a"
            + " string |",
        "handler: B, maxRetries: -1 | maxRetries | 'maxRetries' is -1, but must be from 0 to 10000"
            + " |",
        "handler: B, retryDelaySeconds: 0 | retryDelaySeconds | must be from 1 to |",
        "handler: B, backoffType: LINEA | backoffType | 'LINEA', not one of FIXED, LINEAR |"
            + " 'LINEAR'?",
        "handler: B, config: [1] | config | 'config' must be an object, not an array |",
        "handler: B, handler_code: C | handler_code | 'handler_code' and 'handler' are the same"
            + " field | Keep",
        "parent: A | {code | 'handler' is missing | Add 'handler'.",
        "handler: [1] | handler | 'handler' must be text, not an array |",
        "handler: B, parent: B | parent: | 'B' depends on itself |",
        "handler: B, config: {x: '{{ parents.A }}'} | x: | has no field 'A' |",
        "handler: B, config: {x: '{{ paylod.y }}'} | x: | there is no 'paylod' here | 'payload'?"
      })
  void shouldReportErrorsAtTheSourceLine(
      String fields, String place, String message, String advice) {
    String text = "jobs:\n  - {code: A, handler: H}\n  - {code: B, " + fields + "}\n";

    List<Finding> findings = Dialects.compile(text).findings();

    String all = findings.toString();
    assertThat(findings).as(all).isNotEmpty();
    Finding finding =
        findings.stream()
            .filter(each -> each.message().contains(message))
            .findFirst()
            .orElse(findings.getFirst());
    assertThat(finding.message()).as(all).contains(message);
    assertThat(finding.advice()).as(all).contains(advice == null ? "" : advice);
    assertThat(finding.line()).as(all).isEqualTo(3);
    assertThat(text.lines().skip(2).findFirst().orElseThrow().substring(finding.column() - 1))
        .as(all)
        .startsWith(place);
    assertThat(Dialects.compile(text).flow()).isEmpty();
  }

  @Test
  void shouldReportDefinitionFindingsAtTheSourceLine() {
    String text =
        """
        jobs:
          - code: A
            handler: H
            parent: B
          - code: B
            handler: H
            parent: A
        """;

    List<Finding> findings = Dialects.compile(text).findings();

    assertThat(findings).extracting(Finding::code).containsExactly(Finding.Code.CYCLE);
    assertThat(findings.getFirst().line()).isBetween(2, 7);
    assertThat(findings.getFirst().location()).startsWith("/jobs/");
  }

  @Test
  void shouldReportErrorsOfHeaderAndBindings() {
    String text =
        """
        dialect: jbos
        jobs: [{code: A, handler: H}, 5, {code: A, handler: H}, {code: 'a b', handler: H}]
        bindigns: []
        bindings:
          - {evnt: X}
          - {event: 'a.*.b'}
          - {event: X, filter: payload.total >}
          - {event: Y, priority: high}
          - {event: Y}
          - {event: .*}
          - {event: Z, inputMapping: {a: $.event.id, b: event.id, c: 5}}
          - {event: Z, clientId: 1, inputMapping: '$.['}
          - {event: Z, clientId: "a\\tb"}
        """;

    assertThat(Dialects.compile(text).findings())
        .extracting(each -> each.line() + " " + each.code())
        .contains(
            "1 BAD_VALUE",
            "2 WRONG_TYPE",
            "2 DUPLICATE_NAME",
            "2 BAD_NAME",
            "3 UNKNOWN_FIELD",
            "5 UNKNOWN_FIELD",
            "5 MISSING_FIELD",
            "6 BAD_VALUE",
            "7 BAD_EXPRESSION",
            "8 WRONG_TYPE",
            "9 DUPLICATE_NAME",
            "10 BAD_VALUE",
            "11 BAD_VALUE",
            "12 BAD_VALUE",
            "13 BAD_VALUE");
    assertThat(Dialects.compile(text).findings())
        .filteredOn(each -> each.line() == 11)
        .extracting(Finding::location, Finding::column)
        .containsExactly(
            tuple("/bindings/6/inputMapping/b", 46), tuple("/bindings/6/inputMapping/c", 59));
    assertThat(Dialects.compile("jobs: []").findings())
        .extracting(Finding::message)
        .contains("there are no jobs");
    assertThat(Dialects.compile("dialect: jobs").findings())
        .extracting(Finding::message)
        .contains("'jobs' is missing");
  }

  @Test
  void shouldMapEveryPointerOfTheDefinitionToTheAuthor() {
    CompiledDialect compiled = Dialects.compile(POLICY);

    SourceMap map = compiled.sourceMap();
    assertThat(map.pointer("/States/Jobs/Nodes/EXPORT/DependsOn/1")).isEqualTo("/jobs/2/parents/1");
    assertThat(map.pointer("/States/Jobs/Nodes/SMS/Retry/0/MaxAttempts"))
        .isEqualTo("/jobs/1/maxRetries");
    assertThat(map.pointer("/States/Jobs/Nodes/SMS/Retry/0/ErrorEquals")).isEqualTo("/jobs/1");
    assertThat(map.position("/States/Jobs/Nodes/MAIL/Resource").line()).isEqualTo(3);
    assertThat(compiled.document().positionOf("/States/Jobs/Nodes/SMS").line()).isEqualTo(4);
  }

  @Test
  void shouldLeaveDefinitionsAsTheyAre() {
    String text = "StartAt: A\nStates:\n  A: {Type: Succeed, Coment: jobs}\n";

    CompiledDialect compiled = Dialects.compile(text);

    assertThat(compiled.text()).isEqualTo(text);
    assertThat(compiled.findings()).isEqualTo(Definitions.read(text).findings());
    assertThat(Dialects.compile("{").findings()).hasSize(1);
    assertThat(Dialects.compile("jobs: [").findings()).hasSize(1);
    assertThat(Dialects.read("x".repeat(2_000_000)).findings()).hasSize(1);
  }

  @Test
  void shouldHaveASchemaThatAcceptsWhatTheCompilerAccepts() {
    Json schema = Dialects.schema(Dialect.JOBS);
    Json example = Document.read(POLICY, DocumentFormat.YAML).value();

    assertThat(example.get("jobs").orElseThrow().toString()).contains("MAIL");
    assertThat(schema.get("$defs").orElseThrow().get("job").orElseThrow().get("properties"))
        .hasValueSatisfying(
            properties ->
                JobCompiler.FIELDS.forEach(
                    field ->
                        assertThat(field.spellings())
                            .allSatisfy(
                                spelling -> assertThat(properties.get(spelling)).isPresent())));
    assertThat(schema.get("properties"))
        .hasValueSatisfying(
            properties ->
                JobsCompiler.HEADER.forEach(
                    field ->
                        assertThat(field.spellings())
                            .allSatisfy(
                                spelling -> assertThat(properties.get(spelling)).isPresent())));
  }
}
