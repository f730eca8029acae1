package dev.pawl.client.http;

import dev.pawl.sdk.Json;
import java.util.Optional;

/**
 * A server-sent event.
 *
 * @param id the position in the stream; empty for events that a reconnect does not repeat
 * @param kind such as {@code step}, {@code progress}, {@code end} or {@code fact}
 */
public record LiveEvent(Optional<String> id, String kind, Json data) {}
