/** Commands for keys, tenants, the audit trail, sign-in links and profiles. */
@NullMarked
package dev.pawl.cli.remote.access;

import org.jspecify.annotations.NullMarked;
