package dev.pawl.simulation;

import dev.pawl.engine.store.Awaited;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.ExecutionMetadata;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What a world knows of one of its executions in a store. */
final class StoredRun {

  final ExecutionMetadata info;

  /** The last message that was read durably. */
  int read;

  /** The last message that the next write reads. */
  int reading;

  /** True while it is parked. */
  boolean isAsleep;

  /** The calls that were open when it parked. */
  List<Awaited> awaited = List.of();

  /** Keys of messages sent to it: an answer sent by message arrives in no other way. */
  final Set<String> posted = new HashSet<>();

  StoredRun(ExecutionMetadata info) {
    this.info = info;
  }

  ExecutionKey key() {
    return info.key();
  }
}
