/** The handler {@code EMAIL_ALERT}, which sends mails by SMTP. */
@NullMarked
package dev.pawl.handlers.mail;

import org.jspecify.annotations.NullMarked;
