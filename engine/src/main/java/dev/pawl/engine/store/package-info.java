/**
 * What the engine asks of a store: the ports, and the rows that go through them. A store knows
 * nothing of flows and facts; to it they are bytes. {@link dev.pawl.engine.store.Store} is where to
 * begin; the contract is a test kit in {@code testkit}, which every store passes.
 */
@NullMarked
package dev.pawl.engine.store;

import org.jspecify.annotations.NullMarked;
