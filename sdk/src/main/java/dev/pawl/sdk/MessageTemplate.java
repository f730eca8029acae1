package dev.pawl.sdk;

/**
 * A text template of a tenant in Mustache syntax. Texts may be empty.
 *
 * @param subject subject of a mail, title of a notification
 * @param text the plain text
 * @param html the HTML body of a mail, in which values are escaped
 */
public record MessageTemplate(String name, String subject, String text, String html) {}
