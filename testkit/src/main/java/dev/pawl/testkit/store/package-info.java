/**
 * An in-memory store for tests of several nodes without a database. It passes the contract tests of
 * the PostgreSQL store.
 */
@NullMarked
package dev.pawl.testkit.store;

import org.jspecify.annotations.NullMarked;
