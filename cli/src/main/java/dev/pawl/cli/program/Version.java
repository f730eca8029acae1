package dev.pawl.cli.program;

import java.util.Optional;
import picocli.CommandLine.IVersionProvider;

/** Reads the version that the build wrote into the jar. */
public final class Version implements IVersionProvider {

  @Override
  public String[] getVersion() {
    return new String[] {"pawl " + number()};
  }

  public static String number() {
    return Optional.ofNullable(Version.class.getPackage().getImplementationVersion())
        .orElse("(not built as a jar)");
  }
}
