/** How findings and steps look, as text and as JSON. Pure: values in, text out. */
@NullMarked
package dev.pawl.cli.show;

import org.jspecify.annotations.NullMarked;
