package dev.pawl.handlers.mail;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.pawl.sdk.HandlerException;
import jakarta.activation.DataHandler;
import jakarta.mail.Address;
import jakarta.mail.Message;
import jakarta.mail.MessagingException;
import jakarta.mail.Session;
import jakarta.mail.internet.InternetAddress;
import jakarta.mail.internet.MimeBodyPart;
import jakarta.mail.internet.MimeMessage;
import jakarta.mail.internet.MimeMultipart;
import jakarta.mail.internet.MimePart;
import jakarta.mail.util.ByteArrayDataSource;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.Date;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Encodes a mail as a MIME message. */
final class MimeEncoder {

  /** The maximum size of an encoded mail, in bytes. */
  static final int MAX_MAIL_BYTES = 10 * 1024 * 1024;

  private MimeEncoder() {}

  /**
   * Returns the message, ready to be sent.
   *
   * @throws HandlerException {@code MailRejected} if it is larger than {@link #MAX_MAIL_BYTES}
   */
  static MimeMessage encode(Mail mail, Session session)
      throws HandlerException, MessagingException {
    checkSize(contentBytes(mail));
    MimeMessage message =
        new MimeMessage(session) {
          @Override
          protected void updateMessageID() throws MessagingException {
            setHeader("Message-ID", mail.id());
          }
        };
    message.setFrom(mail.from());
    message.setRecipients(Message.RecipientType.TO, array(mail.to()));
    message.setRecipients(Message.RecipientType.CC, array(mail.cc()));
    if (!mail.replyTo().isEmpty()) {
      message.setReplyTo(array(mail.replyTo()));
    }
    message.setSubject(mail.subject(), UTF_8.name());
    message.setSentDate(new Date());
    // Asks other programs not to answer with an out-of-office note.
    message.setHeader("Auto-Submitted", "auto-generated");
    if (mail.attachments().isEmpty()) {
      writeTexts(mail, message);
    } else {
      message.setContent(withAttachments(mail));
    }
    message.saveChanges();
    checkSize(encodedBytes(message));
    return message;
  }

  private static void writeTexts(Mail mail, MimePart part) throws MessagingException {
    String text = mail.text().orElse(null);
    String html = mail.html().orElse(null);
    if (text != null && html != null) {
      MimeMultipart alternatives = new MimeMultipart("alternative");
      alternatives.addBodyPart(textPart(text, "plain"));
      alternatives.addBodyPart(textPart(html, "html"));
      part.setContent(alternatives);
    } else if (html != null) {
      part.setText(html, UTF_8.name(), "html");
    } else {
      part.setText(text == null ? "" : text, UTF_8.name(), "plain");
    }
  }

  private static MimeBodyPart textPart(@Nullable String text, String subtype)
      throws MessagingException {
    MimeBodyPart part = new MimeBodyPart();
    part.setText(text, UTF_8.name(), subtype);
    return part;
  }

  private static MimeMultipart withAttachments(Mail mail) throws MessagingException {
    MimeMultipart mixed = new MimeMultipart("mixed");
    MimeBodyPart texts = new MimeBodyPart();
    writeTexts(mail, texts);
    mixed.addBodyPart(texts);
    for (Mail.Attachment attachment : mail.attachments()) {
      MimeBodyPart part = new MimeBodyPart();
      part.setDataHandler(
          new DataHandler(new ByteArrayDataSource(attachment.content(), attachment.contentType())));
      part.setFileName(attachment.name());
      part.setDisposition(MimeBodyPart.ATTACHMENT);
      mixed.addBodyPart(part);
    }
    return mixed;
  }

  private static Address[] array(List<InternetAddress> addresses) {
    return addresses.toArray(Address[]::new);
  }

  private static long contentBytes(Mail mail) {
    long bytes = mail.text().orElse("").length();
    bytes += mail.html().orElse("").length();
    for (Mail.Attachment attachment : mail.attachments()) {
      bytes += attachment.content().length;
    }
    return bytes;
  }

  private static long encodedBytes(MimeMessage message) throws MessagingException {
    CountingStream counter = new CountingStream();
    try {
      message.writeTo(counter);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return counter.bytes;
  }

  private static void checkSize(long bytes) throws HandlerException {
    if (bytes > MAX_MAIL_BYTES) {
      throw new HandlerException(
          EmailAlert.MAIL_REJECTED,
          "attachments: the mail has %d bytes; at most %d are allowed, send a link to the file instead"
              .formatted(bytes, MAX_MAIL_BYTES));
    }
  }

  /** Counts bytes and forgets them. */
  private static final class CountingStream extends OutputStream {

    private long bytes;

    @Override
    public void write(int value) {
      bytes++;
    }

    @Override
    public void write(byte[] buffer, int offset, int length) {
      bytes += length;
    }
  }
}
