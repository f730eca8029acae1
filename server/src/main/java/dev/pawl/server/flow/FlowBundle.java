package dev.pawl.server.flow;

import dev.pawl.engine.store.Priority;
import dev.pawl.postgres.flow.StoredFlow;
import dev.pawl.postgres.flow.StoredFlow.About;
import dev.pawl.postgres.flow.StoredFlow.Source;
import dev.pawl.postgres.flow.StoredFlow.Text;
import dev.pawl.postgres.flow.VersionStore.PublishedVersion;
import dev.pawl.server.problem.ApiException;
import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A set of flows in the format of export and import. */
record FlowBundle(
    @Schema(description = "Version of this format.", example = "1")
        @NotNull
        @Min(FlowBundle.FORMAT_VERSION)
        @Max(FlowBundle.FORMAT_VERSION)
        @Nullable Integer pawl,
    @Schema(description = "The flows, each once; at most 1,000.") @NotNull
        @Nullable List<BundledFlow> flows,
    @Schema(
            description =
                "Value of the parameter after for the next part of an export; absent in the last"
                    + " part.",
            example = "order-saga")
        @Nullable String next) {

  static final int FORMAT_VERSION = 1;

  /** Maximum number of flows in a bundle. */
  static final int MAX_FLOWS = 1_000;

  /**
   * Maximum size of the sources in a page of an export; even JSON-escaped they fit into an import.
   */
  static final int MAX_BYTES = 1024 * 1024;

  List<BundledFlow> requireValidItems() {
    if (pawl == null || pawl != FORMAT_VERSION || flows == null) {
      throw ApiException.malformed(
          "send what an export gave: {\"pawl\": " + FORMAT_VERSION + ", \"flows\": [...]}");
    }
    if (flows.size() > MAX_FLOWS) {
      throw ApiException.refused(
          "too-many",
          "at most " + MAX_FLOWS + " flows can be imported by one request; split the bundle");
    }
    List<BundledFlow> named = flows.stream().map(BundledFlow::named).toList();
    if (named.stream().map(BundledFlow::code).distinct().count() < named.size()) {
      throw ApiException.refused("twice", "code: each flow may occur only once in a bundle");
    }
    return named;
  }

  /** A flow of a bundle; fields that are absent keep their values on import. */
  record BundledFlow(
      @Schema(
              description =
                  "Code of the flow, unique within its tenant; if absent, the id in its draft.",
              example = "order-saga")
          @Nullable String code,
      @Schema(description = "Name of the flow, for people.", example = "Order saga")
          @Nullable String name,
      @Schema(
              description = "What the flow does, for people.",
              example = "Reserves, charges and ships an order.")
          @Nullable String description,
      @Schema(
              description = "Type of the flow, a word of your own by which flows are found.",
              example = "process")
          @Nullable String type,
      @Schema(
              description = "Category of the flow, a word of your own by which flows are found.",
              example = "sales")
          @Nullable String category,
      @Schema(
              description =
                  "Priority of executions of the flow; runnable executions of a higher priority are"
                      + " claimed first.")
          @Nullable Priority priority,
      @Schema(description = "Tags by which flows are found.", example = "[\"billing\", \"eu\"]")
          @Nullable List<String> tags,
      @Schema(description = "The draft of the flow.") @NotNull @Nullable BundledDefinition draft,
      @Schema(description = "The version that starts take, if there is one.")
          @Nullable BundledDefinition active,
      @Schema(
              description =
                  "Imports the flow only if its draft has this revision, or with 0 only if there is"
                      + " no such flow; absent in exports.",
              example = "4")
          @Nullable Integer revision) {

    static BundledFlow of(StoredFlow flow, Optional<PublishedVersion> active) {
      return new BundledFlow(
          flow.code(),
          flow.text().name(),
          flow.text().description(),
          flow.about().type(),
          flow.about().category(),
          flow.about().priority(),
          flow.about().tags(),
          BundledDefinition.of(flow.text().source(), null),
          active
              .map(version -> BundledDefinition.of(version.source(), version.info().note()))
              .orElse(null),
          null);
    }

    /** Returns this flow with its code: that of the bundle, or else the id in the draft. */
    BundledFlow named() {
      String known =
          code != null
              ? FlowNameRules.requireCode(code)
              : Optional.ofNullable(draft)
                  .flatMap(written -> FlowBody.idOf(written.toSource()))
                  .orElseThrow(
                      () ->
                          ApiException.malformed(
                              "code: required for each flow whose draft has no id; add it"));
      return new BundledFlow(
          known, name, description, type, category, priority, tags, draft, active, revision);
    }

    String flow() {
      return Objects.requireNonNull(code, "given by named()");
    }

    /**
     * Returns the source of the active version if the import publishes it, otherwise of the draft.
     */
    Source source(boolean publishes) {
      BundledDefinition written = publishes ? active : draft;
      return Objects.requireNonNull(written, "checked when it was brought").toSource();
    }

    Text text(Optional<StoredFlow> here) {
      if (draft == null) {
        throw ApiException.malformed("flow '" + code + "' needs a draft");
      }
      String oldName = here.map(flow -> flow.text().name()).orElseGet(this::flow);
      String oldDescription = here.map(flow -> flow.text().description()).orElse("");
      return fields().text(oldName, oldDescription, draft::toSource);
    }

    About about(Optional<StoredFlow> here) {
      return fields().about(here.map(StoredFlow::about).orElse(FlowFields.NO_ATTRIBUTES));
    }

    private FlowFields fields() {
      return new FlowFields(name, description, type, category, priority, tags);
    }

    void requireBase(Optional<StoredFlow> here) {
      int there = here.map(StoredFlow::revision).orElse(0);
      if (revision != null && revision != there) {
        throw ApiException.conflict(
            "newer-revision",
            "the draft of '%s' is at revision %d, not %d: read it again before you change it"
                .formatted(code, there, revision));
      }
    }
  }

  /** A definition as its author wrote it, with its note. */
  record BundledDefinition(
      @Schema(
              description =
                  "Source of the definition as its author wrote it, with comments and layout.",
              example = "StartAt: Hello\nStates:\n  Hello: {Type: Succeed}\n")
          @NotNull
          @Nullable String source,
      @Schema(description = "Format of the source; detected if absent.")
          @Pattern(regexp = "json|yaml")
          @Nullable String format,
      @Schema(description = "Note of the author on the version.", example = "retries added")
          @Nullable String note) {

    static BundledDefinition of(Source source, @Nullable String note) {
      return new BundledDefinition(source.text(), FlowView.formatName(source.format()), note);
    }

    Source toSource() {
      if (source == null) {
        throw ApiException.malformed("a draft or version needs a source");
      }
      return FlowBody.source(source, format);
    }
  }
}
