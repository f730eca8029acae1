package dev.pawl.server.flow;

import dev.pawl.engine.store.Priority;
import dev.pawl.postgres.flow.StoredFlow.About;
import dev.pawl.postgres.flow.StoredFlow.Source;
import dev.pawl.postgres.flow.StoredFlow.Text;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The fields of a flow that a request may set; fields that are null keep their values. */
record FlowFields(
    @Nullable String name,
    @Nullable String description,
    @Nullable String type,
    @Nullable String category,
    @Nullable Priority priority,
    @Nullable List<String> tags) {

  /** The attributes of a new flow that sets none. */
  static final About NO_ATTRIBUTES = new About("", "", Priority.NORMAL, List.of());

  /** Returns the name, description and draft of the changed flow. */
  Text text(String oldName, String oldDescription, Supplier<Source> draft) {
    return new Text(
        FlowNameRules.requireName(name == null ? oldName : name),
        FlowNameRules.requireDescription(description == null ? oldDescription : description),
        draft.get());
  }

  /** Returns the attributes of the changed flow. */
  About about(About old) {
    return new About(
        FlowNameRules.requireWord("type", type == null ? old.type() : type),
        FlowNameRules.requireWord("category", category == null ? old.category() : category),
        priority == null ? old.priority() : priority,
        FlowNameRules.requireTags(tags == null ? old.tags() : tags));
  }
}
