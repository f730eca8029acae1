/** Flowable, which runs BPMN processes. */
@NullMarked
package dev.pawl.peers.flowable;

import org.jspecify.annotations.NullMarked;
