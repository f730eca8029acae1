package dev.pawl.handlers.sms;

import dev.pawl.sdk.HandlerCall;
import dev.pawl.sdk.HandlerException;
import dev.pawl.sdk.OutboundConnection;
import java.time.Duration;

/** A way to send text messages. */
sealed interface SmsGateway permits SmppGateway, HttpSmsGateway {

  /**
   * Sends a message and records the effect.
   *
   * @param awaitReceipt true to return only when the phone has received the message
   * @throws HandlerException if the message was not sent or, with receipt, not delivered
   */
  SmsReport send(
      SmsMessage message,
      OutboundConnection connection,
      HandlerCall call,
      Duration limit,
      boolean awaitReceipt)
      throws HandlerException;
}
