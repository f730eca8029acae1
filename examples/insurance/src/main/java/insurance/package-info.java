/** An insurer: contracts, the events about them, and the flows that the events start. */
@NullMarked
package insurance;

import org.jspecify.annotations.NullMarked;
