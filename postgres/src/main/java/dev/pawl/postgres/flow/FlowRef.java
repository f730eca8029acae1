package dev.pawl.postgres.flow;

import java.util.Optional;
import java.util.UUID;

/**
 * A flow named by its id or its code. The id takes precedence, which is unambiguous because a code
 * cannot look like an id.
 *
 * @param id id that the text denotes; empty if it cannot be an id
 * @param code the text itself
 */
public record FlowRef(Optional<UUID> id, String code) {}
