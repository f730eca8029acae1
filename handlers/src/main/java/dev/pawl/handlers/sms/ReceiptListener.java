package dev.pawl.handlers.sms;

import org.jsmpp.SMPPConstant;
import org.jsmpp.bean.AlertNotification;
import org.jsmpp.bean.DataSm;
import org.jsmpp.bean.DeliverSm;
import org.jsmpp.bean.DeliveryReceipt;
import org.jsmpp.bean.OptionalParameter;
import org.jsmpp.extra.ProcessRequestException;
import org.jsmpp.session.DataSmResult;
import org.jsmpp.session.MessageReceiverListener;
import org.jsmpp.session.Session;
import org.jsmpp.util.DeliveryReceiptState;
import org.jsmpp.util.InvalidDeliveryReceiptException;

/**
 * Passes receipts of a session on to the registry. Everything else, and receipts no call waits for,
 * is refused for the moment, so that the gateway keeps it for another session.
 */
final class ReceiptListener implements MessageReceiverListener {

  private final ReceiptRegistry receipts;
  private final String account;

  ReceiptListener(ReceiptRegistry receipts, String account) {
    this.receipts = receipts;
    this.account = account;
  }

  @Override
  public void onAcceptDeliverSm(DeliverSm message) throws ProcessRequestException {
    if (!message.isSmscDeliveryReceipt()) {
      throw refusal();
    }
    try {
      DeliveryReceipt receipt = message.getShortMessageAsDeliveryReceipt();
      OptionalParameter.Receipted_message_id id =
          message.getOptionalParameter(OptionalParameter.Receipted_message_id.class);
      String messageId = id != null ? id.getValueAsString() : receipt.getId();
      if (isFinal(receipt.getFinalStatus())
          && !receipts.offer(account + messageId, receipt.getFinalStatus())) {
        throw refusal();
      }
    } catch (InvalidDeliveryReceiptException e) {
      throw refusal();
    }
  }

  private static boolean isFinal(DeliveryReceiptState state) {
    return switch (state) {
      case ENROUTE, ACCEPTD -> false;
      case DELIVRD, EXPIRED, DELETED, UNDELIV, UNKNOWN, REJECTD -> true;
    };
  }

  @Override
  public void onAcceptAlertNotification(AlertNotification notification) {}

  @Override
  public DataSmResult onAcceptDataSm(DataSm message, Session source)
      throws ProcessRequestException {
    throw refusal();
  }

  private static ProcessRequestException refusal() {
    return new ProcessRequestException(
        "no call waits for this message", SMPPConstant.STAT_ESME_RX_T_APPN);
  }
}
