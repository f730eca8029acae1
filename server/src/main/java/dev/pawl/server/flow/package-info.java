/** Flows as their authors know them: drafts, and the versions that were made of them. */
@NullMarked
package dev.pawl.server.flow;

import org.jspecify.annotations.NullMarked;
