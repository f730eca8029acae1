package dev.pawl.server.audit;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Writes audit entries as comma-separated values (RFC 4180). */
final class AuditCsv {

  private static final List<String> COLUMNS =
      List.of(
          "number",
          "at",
          "actor",
          "endpoint",
          "target",
          "status",
          "address",
          "count",
          "lastAt",
          "before",
          "after");

  /** What a spreadsheet takes for the begin of a formula. */
  private static final String FORMULA_STARTS = "=+-@\t\r";

  private AuditCsv() {}

  /** Returns a header and one record for each entry. */
  static String write(List<AuditTrail.NumberedEntry> entries) {
    return Stream.concat(
            Stream.of(String.join(",", COLUMNS)), entries.stream().map(AuditCsv::recordOf))
        .collect(Collectors.joining("\r\n", "", "\r\n"));
  }

  private static String recordOf(AuditTrail.NumberedEntry numbered) {
    AuditEntry entry = numbered.entry();
    return Stream.of(
            Long.toString(numbered.number()),
            entry.at().toString(),
            entry.actor(),
            entry.endpoint(),
            entry.target(),
            Integer.toString(entry.status()),
            entry.address(),
            Integer.toString(entry.count()),
            entry.isMerged() ? entry.lastAt().toString() : "",
            entry.change().before(),
            entry.change().after())
        .map(AuditCsv::field)
        .collect(Collectors.joining(","));
  }

  private static String field(String text) {
    // Spreadsheets would run what a caller has sent; the apostrophe makes them show it.
    String safe =
        !text.isEmpty() && FORMULA_STARTS.indexOf(text.charAt(0)) >= 0 ? "'" + text : text;
    return safe.chars().noneMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r')
        ? safe
        : '"' + safe.replace("\"", "\"\"") + '"';
  }
}
