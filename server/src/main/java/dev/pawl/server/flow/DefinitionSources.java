package dev.pawl.server.flow;

import dev.pawl.model.diff.FlowDiff;
import dev.pawl.model.json.Document;
import dev.pawl.postgres.flow.StoredFlow.Source;
import dev.pawl.sdk.Json;

/** Parses and compares definitions independently of their format. */
final class DefinitionSources {

  private DefinitionSources() {}

  /** Returns the parsed value of a stored definition, which is always readable. */
  static Json value(Source source) {
    return Document.read(source.text(), source.format()).value();
  }

  static FlowDiffView diff(Source from, Source to) {
    return FlowDiffView.of(FlowDiff.between(value(from), value(to)));
  }
}
