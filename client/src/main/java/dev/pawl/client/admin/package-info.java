/** Administration: keys, tenants, limits, the audit trail, nodes and health. */
@NullMarked
package dev.pawl.client.admin;

import org.jspecify.annotations.NullMarked;
