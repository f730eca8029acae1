/** Actions of operators: on one execution, on many as a job, and on a whole tenant. */
@NullMarked
package dev.pawl.client.operate;

import org.jspecify.annotations.NullMarked;
