package dev.pawl.server.flow;

import dev.pawl.model.diff.FlowDiff;
import dev.pawl.model.json.Document;
import dev.pawl.sdk.Json;
import dev.pawl.server.flow.FlowRecord.Source;

/** What definitions say, however they are written. */
final class Sources {

  private Sources() {}

  /** Only what can be read is ever kept. */
  static Json value(Source source) {
    return Document.read(source.text(), source.format()).value();
  }

  static FlowDiff diff(Source from, Source to) {
    return FlowDiff.between(value(from), value(to));
  }
}
