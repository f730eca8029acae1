/** Secrets of tenants: master key, data keys, encryption and their tables. */
@NullMarked
package dev.pawl.postgres.secret;

import org.jspecify.annotations.NullMarked;
