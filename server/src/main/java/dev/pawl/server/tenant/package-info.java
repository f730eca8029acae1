/** The administration of tenants: creation, suspension and limits. */
@NullMarked
package dev.pawl.server.tenant;

import org.jspecify.annotations.NullMarked;
