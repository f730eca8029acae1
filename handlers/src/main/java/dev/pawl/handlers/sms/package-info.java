/** The handler {@code SMS_HANDLER}, which sends text messages through SMPP or HTTP gateways. */
@NullMarked
package dev.pawl.handlers.sms;

import org.jspecify.annotations.NullMarked;
