package dev.pawl.client.failure;

/** Whether people know of a failure family. */
public enum FailureStatus {
  /** It has not been looked at yet. */
  NEW,
  /** It happened again after it was resolved, or a person opened it again. */
  REOPENED,
  KNOWN,
  RESOLVED,
  /** A status that this client does not know. */
  UNKNOWN;

  static FailureStatus of(String name) {
    for (FailureStatus status : values()) {
      if (status.name().equals(name)) {
        return status;
      }
    }
    return UNKNOWN;
  }
}
