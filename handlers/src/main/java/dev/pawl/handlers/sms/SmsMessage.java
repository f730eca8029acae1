package dev.pawl.handlers.sms;

/** A text message before it is sent. */
record SmsMessage(SmsNumber to, SmsNumber sender, String text, SmsSegments segments) {}
