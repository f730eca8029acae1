package dev.pawl.model.definition;

import static dev.pawl.model.finding.Finding.Code.WRONG_QUERY_LANGUAGE;

import dev.pawl.model.QueryLanguage;
import dev.pawl.model.field.DefinitionCursor;
import java.util.List;
import java.util.Optional;

/** Determines the query language of flows and states. */
final class Languages {

  private static final List<String> LABELS =
      List.of(QueryLanguage.JSONPATH.label(), QueryLanguage.JSONATA.label());

  private Languages() {}

  static Optional<QueryLanguage> written(DefinitionCursor cursor) {
    return cursor
        .oneOf("QueryLanguage", LABELS)
        .map(
            label ->
                label.equals(QueryLanguage.JSONATA.label())
                    ? QueryLanguage.JSONATA
                    : QueryLanguage.JSONPATH);
  }

  /**
   * Returns the query language of a state. A state may switch from JSONPath to JSONata, not back.
   */
  static QueryLanguage ofState(DefinitionCursor state, QueryLanguage ofFlow) {
    QueryLanguage language = written(state).orElse(ofFlow);
    if (language == QueryLanguage.JSONPATH && ofFlow == QueryLanguage.JSONATA) {
      state.report(
          WRONG_QUERY_LANGUAGE,
          "QueryLanguage",
          "a state cannot use JSONPath in a flow that uses JSONata",
          "Set QueryLanguage at the top to JSONPath and in the other states to JSONata.");
    }
    return language;
  }
}
