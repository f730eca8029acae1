package dev.pawl.postgres.flow;

import dev.pawl.dialects.CompiledDialect;
import dev.pawl.dialects.Dialect;
import dev.pawl.dialects.Dialects;
import dev.pawl.postgres.flow.StoredFlow.Source;
import java.nio.charset.StandardCharsets;

/**
 * The document of a version as executions run it.
 *
 * @param source the text it was compiled from; empty if that is the document itself
 */
record CompiledSource(byte[] document, String source) {

  static CompiledSource of(Source written) {
    if (Dialects.detect(written.text(), written.format()) == Dialect.STATES) {
      return new CompiledSource(written.text().getBytes(StandardCharsets.UTF_8), "");
    }
    CompiledDialect compiled = Dialects.compile(written.text(), written.format());
    return new CompiledSource(compiled.text().getBytes(StandardCharsets.UTF_8), written.text());
  }
}
