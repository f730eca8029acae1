/** The rooms of the contract that every store passes; StoreContract runs them all. */
@NullMarked
package dev.pawl.testkit.store.contract;

import org.jspecify.annotations.NullMarked;
