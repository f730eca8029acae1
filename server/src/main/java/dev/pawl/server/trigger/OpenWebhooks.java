package dev.pawl.server.trigger;

/** Whether the operator allows webhooks without authentication. */
record OpenWebhooks(boolean isAllowed) {}
