/** Remote workers of a tenant and the descriptors of the resources they serve. */
@NullMarked
package dev.pawl.postgres.worker;

import org.jspecify.annotations.NullMarked;
