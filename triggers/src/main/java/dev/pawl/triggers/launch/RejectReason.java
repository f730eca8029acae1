package dev.pawl.triggers.launch;

/** Why an event that matched a trigger could not start its flow. */
public enum RejectReason {
  /** The filter or a key has no value for this event. */
  FILTER_ERROR,
  /** The input mapping failed. */
  MAPPING_ERROR,
  /** The input does not match the schema of the flow. */
  SCHEMA,
  /** The input exceeds the limit of inputs. */
  TOO_LARGE,
  /** The data of the source cannot be read. */
  UNREADABLE,
  /** The flow does not exist, is archived or has no active version. */
  NO_VERSION
}
