/** Looking at executions: by id, and by search along indexes. */
@NullMarked
package dev.pawl.postgres.query;

import org.jspecify.annotations.NullMarked;
