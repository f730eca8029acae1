package dev.pawl.dialects;

import dev.pawl.sdk.Json;
import java.util.Optional;

/**
 * An event that starts the flow, as its text declares it.
 *
 * @param eventType type of the event; may end in {@code .*}
 * @param clientId client of the event; empty if any
 * @param lobId line of business of the event; empty if any
 * @param productId product of the event; empty if any
 * @param priority higher first
 * @param isExclusive true if bindings after this one are not considered
 * @param filter formula over the event
 * @param key formula of the business key
 * @param inputMapping mapping from the envelope to the input
 */
public record DialectBinding(
    String eventType,
    Optional<String> clientId,
    Optional<String> lobId,
    Optional<String> productId,
    int priority,
    boolean isExclusive,
    Optional<String> filter,
    Optional<String> key,
    Optional<Json> inputMapping) {}
