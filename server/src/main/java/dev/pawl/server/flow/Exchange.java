package dev.pawl.server.flow;

import dev.pawl.engine.store.Priority;
import dev.pawl.server.flow.FlowRecord.About;
import dev.pawl.server.flow.FlowRecord.Source;
import dev.pawl.server.flow.FlowRecord.Text;
import dev.pawl.server.problem.Refusal;
import dev.pawl.server.web.Needed;
import dev.pawl.server.web.OneOf;
import dev.pawl.server.web.Within;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Flows on their way from one place to another.
 *
 * @param pawl the number of this form
 * @param next what to ask for as {@code after} to get the rest; absent at the end
 */
record Exchange(
    @Needed @Within(least = Exchange.FORM, most = Exchange.FORM) @Nullable Integer pawl,
    @Needed @Nullable List<Item> flows,
    @Nullable String next) {

  static final int FORM = 1;

  /** The most flows that travel together. */
  static final int MOST = 1_000;

  /** What is written in flows that travel together; escaped, it still fits into an import. */
  static final int MOST_BYTES = 1024 * 1024;

  List<Item> checked() {
    if (pawl == null || pawl != FORM || flows == null) {
      throw Refusal.malformed(
          "send what an export gave: {\"pawl\": " + FORM + ", \"flows\": [...]}");
    }
    if (flows.size() > MOST) {
      throw Refusal.refused(
          "too-many", "at most " + MOST + " flows travel together; send them in parts");
    }
    if (flows.stream().map(Item::code).distinct().count() < flows.size()) {
      throw Refusal.refused("twice", "every flow needs a code, and is there once");
    }
    return flows;
  }

  /**
   * A flow. What is absent stays as it is where the flow is brought.
   *
   * @param draft as it was written
   * @param active the version that starts take, if there is one
   * @param revision brings it only upon this revision, 0 only where there is no such flow; not in
   *     exports
   */
  record Item(
      @Needed @Nullable String code,
      @Nullable String name,
      @Nullable String description,
      @Nullable String type,
      @Nullable String category,
      @Nullable Priority priority,
      @Nullable List<String> tags,
      @Needed @Nullable Written draft,
      @Nullable Written active,
      @Nullable Integer revision) {

    static Item of(FlowRecord flow, Optional<FlowVersions.Published> active) {
      return new Item(
          flow.code(),
          flow.text().name(),
          flow.text().description(),
          flow.about().type(),
          flow.about().category(),
          flow.about().priority(),
          flow.about().tags(),
          Written.of(flow.text().source(), null),
          active.map(version -> Written.of(version.source(), version.listed().note())).orElse(null),
          null);
    }

    String flow() {
      if (code == null) {
        throw Refusal.malformed("every flow needs a code");
      }
      return FlowWords.code(code);
    }

    /** The definition that starts take, if it is published; else the draft. */
    Source source(boolean publishes) {
      Written written = publishes ? active : draft;
      return Objects.requireNonNull(written, "checked when it was brought").read();
    }

    Text text(Optional<FlowRecord> here) {
      if (draft == null) {
        throw Refusal.malformed("flow '" + code + "' needs a draft");
      }
      String oldName = here.map(flow -> flow.text().name()).orElseGet(this::flow);
      String oldDescription = here.map(flow -> flow.text().description()).orElse("");
      return new Text(
          FlowWords.name(name == null ? oldName : name),
          FlowWords.description(description == null ? oldDescription : description),
          draft.read());
    }

    About about(Optional<FlowRecord> here) {
      return new FlowBody(null, null, null, type, category, priority, tags, null, null, null)
          .about(here.map(FlowRecord::about).orElse(FlowBody.ABOUT_NOTHING));
    }

    void mustBeUpon(Optional<FlowRecord> here) {
      int there = here.map(FlowRecord::revision).orElse(0);
      if (revision != null && revision != there) {
        throw Refusal.conflict(
            "newer-revision",
            "the draft of '%s' is at revision %d, not %d: look at it again"
                .formatted(code, there, revision));
      }
    }
  }

  /** A definition as it was written. */
  record Written(
      @Needed @Nullable String source,
      @OneOf({"json", "yaml"}) @Nullable String format,
      @Nullable String note) {

    static Written of(Source source, @Nullable String note) {
      return new Written(source.text(), FlowRows.format(source.format()), note);
    }

    Source read() {
      if (source == null) {
        throw Refusal.malformed("a draft or version needs a source");
      }
      return FlowBody.source(source, format);
    }
  }
}
