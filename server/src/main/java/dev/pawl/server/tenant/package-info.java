/** Tenants as the platform's administrators know them: creating, suspending, limiting. */
@NullMarked
package dev.pawl.server.tenant;

import org.jspecify.annotations.NullMarked;
