package dev.pawl.triggers.launch;

import dev.pawl.engine.store.ExecutionKey;

/** What a request to a webhook leads to. */
public sealed interface WebhookOutcome {

  /** Nothing is started. */
  enum Refusal implements WebhookOutcome {
    /** There is no such path, or its flow cannot be started. */
    UNKNOWN,
    /** Key or signature are missing or wrong. */
    UNAUTHORIZED
  }

  /**
   * The execution is durable.
   *
   * @param id the id of the delivery
   * @param isRepeated true if an earlier request started the execution
   * @param isSync true if the answer is that of the execution
   */
  record Started(ExecutionKey execution, String id, boolean isRepeated, boolean isSync)
      implements WebhookOutcome {}
}
