package dev.pawl.client.operate;

/**
 * What an emergency stop covers.
 *
 * @param pausesRunning true to pause running executions too, false to let them finish
 * @param everyTenant true for all tenants, which takes an administrator of the platform
 * @param reason kept in the audit trail; may be empty
 */
public record EmergencyStop(boolean pausesRunning, boolean everyTenant, String reason) {

  /** Returns a stop of the caller's tenant that lets running executions finish. */
  public static EmergencyStop ofStarts(String reason) {
    return new EmergencyStop(false, false, reason);
  }

  /** Returns a stop of the caller's tenant that pauses running executions too. */
  public static EmergencyStop ofEverything(String reason) {
    return new EmergencyStop(true, false, reason);
  }
}
