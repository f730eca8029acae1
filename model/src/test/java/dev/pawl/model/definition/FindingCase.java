package dev.pawl.model.definition;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.model.finding.Finding;

/**
 * A finding that a definition must have, and no other.
 *
 * @param text a definition in which « shows where the finding must point to
 */
record FindingCase(Finding.Code code, String location, String text) {

  void check() {
    int mark = text.indexOf('«');
    String before = text.substring(0, mark);
    int line = (int) before.chars().filter(c -> c == '\n').count() + 1;
    int column = mark - before.lastIndexOf('\n');

    ReadResult reading = Definitions.read(text.replace("«", ""));

    assertThat(reading.findings()).hasSize(1);
    Finding finding = reading.findings().getFirst();
    assertThat(finding.code()).as(finding.message()).isEqualTo(code);
    assertThat(finding.location()).isEqualTo(location.replace("\\n", "\n"));
    assertThat(finding.line() + ":" + finding.column()).isEqualTo(line + ":" + column);
    assertThat(finding.message()).isNotBlank();
    assertThat(reading.isValid()).isEqualTo(finding.severity() == Finding.Severity.WARNING);
  }
}
