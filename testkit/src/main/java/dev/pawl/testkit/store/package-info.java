/**
 * A store in memory, for tests that want several nodes and no database, and the contract that every
 * store passes: {@link dev.pawl.testkit.store.contract.StoreContract}.
 */
@NullMarked
package dev.pawl.testkit.store;

import org.jspecify.annotations.NullMarked;
