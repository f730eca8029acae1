package dev.pawl.handlers.sms;

import org.jsmpp.SMPPConstant;

/** Names the errors of handlers for the status codes of SMPP. */
final class SmppErrors {

  private SmppErrors() {}

  static String nameOf(int commandStatus) {
    return switch (commandStatus) {
      case SMPPConstant.STAT_ESME_RTHROTTLED, SMPPConstant.STAT_ESME_RMSGQFUL ->
          SmsHandler.SMS_THROTTLED;
      case SMPPConstant.STAT_ESME_RINVDSTADR,
          SMPPConstant.STAT_ESME_RINVDSTTON,
          SMPPConstant.STAT_ESME_RINVDSTNPI ->
          SmsHandler.SMS_ADDRESS;
      case SMPPConstant.STAT_ESME_RSYSERR,
          SMPPConstant.STAT_ESME_RBINDFAIL,
          SMPPConstant.STAT_ESME_RALYBND,
          SMPPConstant.STAT_ESME_RX_T_APPN ->
          SmsHandler.SMS_CONNECT;
      default -> SmsHandler.SMS_REJECTED;
    };
  }
}
