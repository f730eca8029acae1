package dev.pawl.handlers.mail;

import jakarta.mail.internet.InternetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A mail before it is encoded.
 *
 * @param id the Message-ID with its angle brackets
 */
record Mail(
    String id,
    InternetAddress from,
    List<InternetAddress> to,
    List<InternetAddress> cc,
    List<InternetAddress> bcc,
    List<InternetAddress> replyTo,
    String subject,
    Optional<String> text,
    Optional<String> html,
    List<Attachment> attachments) {

  /** A file of a mail. */
  @SuppressWarnings("ArrayRecordComponent")
  record Attachment(String name, String contentType, byte[] content) {}

  /** Returns everyone who gets the mail, each once. */
  List<InternetAddress> recipients() {
    List<InternetAddress> all = new ArrayList<>(to);
    all.addAll(cc);
    all.addAll(bcc);
    return all.stream().distinct().toList();
  }
}
