/** Webhooks: their paths and rules, and the verification of signatures. */
@NullMarked
package dev.pawl.triggers.webhook;

import org.jspecify.annotations.NullMarked;
