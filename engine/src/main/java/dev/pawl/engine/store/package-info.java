/**
 * The ports that the engine needs from a store, and the data that passes through them. To a store,
 * definitions and facts are bytes. {@link dev.pawl.engine.store.Store} is the entry point; {@code
 * StoreContract} in module {@code simulation} tests every store.
 */
@NullMarked
package dev.pawl.engine.store;

import org.jspecify.annotations.NullMarked;
