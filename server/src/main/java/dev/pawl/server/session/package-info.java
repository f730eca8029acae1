/** What the web console needs to know about its caller, tenant and server. */
@NullMarked
package dev.pawl.server.session;

import org.jspecify.annotations.NullMarked;
