/** The selection of a server: its address, its key, and the profiles that name servers. */
@NullMarked
package dev.pawl.cli.http;

import org.jspecify.annotations.NullMarked;
