package dev.pawl.chaos.cluster;

import dev.pawl.chaos.client.Crowd;
import java.io.IOException;
import java.nio.file.Path;

/** A cluster whose end somebody waits for. */
interface Watched {

  Place place();

  Crowd crowd();

  /** Leaves what all threads of all its processes do in a folder. */
  void dumpThreads(Path into) throws IOException, InterruptedException;
}
