/** Keys, sessions, roles, and the table of the permissions of all endpoints. */
@NullMarked
package dev.pawl.server.access;

import org.jspecify.annotations.NullMarked;
