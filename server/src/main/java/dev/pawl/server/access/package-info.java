/** Who may do what: keys, roles, and the one table that every door consults. */
@NullMarked
package dev.pawl.server.access;

import org.jspecify.annotations.NullMarked;
