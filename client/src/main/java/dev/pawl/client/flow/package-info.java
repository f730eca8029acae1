/** Flows: drafts, versions, validation, deployment and their transfer between servers. */
@NullMarked
package dev.pawl.client.flow;

import org.jspecify.annotations.NullMarked;
