package dev.pawl.handlers.sms;

import java.io.IOException;
import org.jsmpp.InvalidResponseException;
import org.jsmpp.PDUException;
import org.jsmpp.bean.ESMClass;
import org.jsmpp.bean.GSMSpecificFeature;
import org.jsmpp.bean.MessageMode;
import org.jsmpp.bean.MessageType;
import org.jsmpp.bean.NumberingPlanIndicator;
import org.jsmpp.bean.RawDataCoding;
import org.jsmpp.bean.RegisteredDelivery;
import org.jsmpp.bean.SMSCDeliveryReceipt;
import org.jsmpp.bean.TypeOfNumber;
import org.jsmpp.extra.NegativeResponseException;
import org.jsmpp.extra.ResponseTimeoutException;
import org.jsmpp.session.SMPPSession;

/** Submits the segments of one message in a session. */
final class SmppSubmission {

  private static final byte DEFAULT_ALPHABET = 0x00;
  private static final byte UCS2 = 0x08;

  private final SMPPSession session;
  private final SmsMessage message;
  private final RegisteredDelivery receipt;
  private final int reference;

  SmppSubmission(
      SMPPSession session, SmsMessage message, boolean awaitReceipt, String idempotencyKey) {
    this.session = session;
    this.message = message;
    this.receipt =
        new RegisteredDelivery(
            awaitReceipt ? SMSCDeliveryReceipt.SUCCESS_FAILURE : SMSCDeliveryReceipt.DEFAULT);
    // Equal in all attempts, so that a phone can join segments of two attempts.
    this.reference = idempotencyKey.hashCode() & 0xFF;
  }

  /** Submits a segment and returns its id. */
  String submit(int index)
      throws PDUException,
          ResponseTimeoutException,
          InvalidResponseException,
          NegativeResponseException,
          IOException {
    SmsSegments segments = message.segments();
    boolean joined = segments.count() > 1;
    return session
        .submitShortMessage(
            "",
            typeOf(message.sender()),
            planOf(message.sender()),
            digits(message.sender()),
            typeOf(message.to()),
            planOf(message.to()),
            digits(message.to()),
            new ESMClass(
                MessageMode.DEFAULT,
                MessageType.DEFAULT,
                joined ? GSMSpecificFeature.UDHI : GSMSpecificFeature.DEFAULT),
            (byte) 0,
            (byte) 0,
            null,
            null,
            receipt,
            (byte) 0,
            new RawDataCoding(
                switch (segments.encoding()) {
                  case GSM7 -> DEFAULT_ALPHABET;
                  case UCS2 -> UCS2;
                }),
            (byte) 0,
            segments.payload(index, reference))
        .getMessageId();
  }

  private static TypeOfNumber typeOf(SmsNumber number) {
    return switch (number.kind()) {
      case INTERNATIONAL -> TypeOfNumber.INTERNATIONAL;
      case NATIONAL, NONE -> TypeOfNumber.UNKNOWN;
      case NAME -> TypeOfNumber.ALPHANUMERIC;
    };
  }

  private static NumberingPlanIndicator planOf(SmsNumber number) {
    return switch (number.kind()) {
      case INTERNATIONAL, NATIONAL -> NumberingPlanIndicator.ISDN;
      case NAME, NONE -> NumberingPlanIndicator.UNKNOWN;
    };
  }

  private static String digits(SmsNumber number) {
    return number.text().startsWith("+") ? number.text().substring(1) : number.text();
  }
}
