/** Texts of messages to people: templates, and the settings that mail and SMS handlers share. */
@NullMarked
package dev.pawl.handlers.text;

import org.jspecify.annotations.NullMarked;
