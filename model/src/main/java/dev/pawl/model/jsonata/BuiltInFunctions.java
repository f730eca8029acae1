package dev.pawl.model.jsonata;

import java.util.Set;

/** Lists the functions that every JSONata expression can call. */
public final class BuiltInFunctions {

  /**
   * The names of all built-in functions without {@code $}: those of JSONata, then those AWS added.
   */
  public static final Set<String> NAMES =
      Set.of(
          ("sum count max min average string substring substringBefore substringAfter lowercase"
                  + " uppercase length trim pad match contains replace split join formatNumber"
                  + " formatBase formatInteger parseInteger number floor ceil round abs sqrt power"
                  + " random boolean not map zip filter single reduce foldLeft sift keys lookup"
                  + " append exists spread merge reverse each error assert type sort shuffle"
                  + " distinct base64encode base64decode encodeUrlComponent encodeUrl"
                  + " decodeUrlComponent decodeUrl eval toMillis fromMillis clone now millis"
                  + " partition range hash uuid parse")
              .split(" "));

  private BuiltInFunctions() {}
}
