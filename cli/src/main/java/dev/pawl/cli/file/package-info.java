/** The inputs of commands: flow files, folders, JSON on the command line, standard input. */
@NullMarked
package dev.pawl.cli.file;

import org.jspecify.annotations.NullMarked;
