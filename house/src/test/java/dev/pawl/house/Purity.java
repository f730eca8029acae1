package dev.pawl.house;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaCodeUnitAccess;
import com.tngtech.archunit.lang.ArchRule;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** The rule that lets an execution be folded again for ever: nothing but arguments decides. */
final class Purity {

  /** Pure text functions that happen to live among the I/O classes. */
  private static final String HARMLESS =
      "java\\.io\\.(Serializable|StringReader|StringWriter|UncheckedIOException)"
          + "|java\\.net\\.(URI|URISyntaxException|URLEncoder|URLDecoder)";

  /** Where the outside is let in: clocks, threads and stores around the pure function. */
  private static final String THE_LOOP_AROUND = "dev.pawl.engine.node..";

  private static final Set<String> FORBIDDEN_CALLS =
      Set.of(
          "java.lang.System.currentTimeMillis",
          "java.lang.System.nanoTime",
          "java.lang.System.identityHashCode",
          "java.lang.System.getenv",
          "java.lang.System.getProperty",
          "java.lang.Math.random",
          "java.lang.StrictMath.random",
          "java.lang.Thread.sleep",
          "java.util.UUID.randomUUID",
          "java.util.Locale.getDefault",
          "java.util.TimeZone.getDefault",
          "java.time.ZoneId.systemDefault",
          "java.nio.charset.Charset.defaultCharset");

  /** The clock of the machine, and what every clock has from it. */
  private static final String CLOCKS =
      "dev\\.pawl\\.engine\\.node\\.(SystemClock|RuntimeClock)(\\$.*)?";

  /** By which a node would wait, or measure time, beside the clock that it was given. */
  private static final Set<String> CLOCKS_OF_THE_MACHINE =
      Set.of(
          "java.lang.System.currentTimeMillis",
          "java.lang.System.nanoTime",
          "java.lang.Object.wait",
          "java.lang.Thread.sleep",
          "java.lang.Thread.join",
          "java.lang.Thread.start",
          "java.lang.Thread.startVirtualThread",
          "java.lang.Thread.onSpinWait",
          "java.lang.Thread.yield",
          "java.util.concurrent.locks.LockSupport.parkNanos",
          "java.util.concurrent.locks.LockSupport.parkUntil",
          "java.util.concurrent.locks.Lock.newCondition",
          "java.util.concurrent.locks.ReentrantLock.newCondition");

  private static final String THREADS = "java.lang.Thread$Builder";

  private static final Set<String> SEEDLESS =
      Set.of("java.util.Random", "java.util.SplittableRandom");

  private Purity() {}

  static List<ArchRule> rules(String... packages) {
    return List.of(
        noClasses()
            .that()
            .resideInAnyPackage(packages)
            .and()
            .resideOutsideOfPackage(THE_LOOP_AROUND)
            .should()
            .accessTargetWhere(decidesByChance())
            .because("time and chance come from the fact that is applied"),
        noClasses()
            .that()
            .resideInAnyPackage(packages)
            .and()
            .resideOutsideOfPackage(THE_LOOP_AROUND)
            .should()
            .dependOnClassesThat(
                DescribedPredicate.and(
                    resideInAnyPackage(
                        "java.io..",
                        "java.nio.file..",
                        "java.nio.channels..",
                        "java.net..",
                        "java.sql.."),
                    not(nameMatching(HARMLESS))))
            .because("commands say what must happen outside; nothing happens inside"));
  }

  /** Whoever can be handed another time must not have one of his own. */
  static ArchRule timeIsHandedIn(String packages) {
    return noClasses()
        .that()
        .resideInAPackage(packages)
        .and()
        .haveNameNotMatching(CLOCKS)
        .should()
        .accessTargetWhere(
            DescribedPredicate.describe(
                "asks the machine for time, or waits by it", Purity::asksTheMachineForTime))
        .because("tests turn the time in which nodes live: it comes from their RuntimeClock");
  }

  private static boolean asksTheMachineForTime(JavaAccess<?> access) {
    JavaClass owner = access.getTargetOwner();
    String name = access.getTarget().getName();
    return CLOCKS_OF_THE_MACHINE.contains(owner.getName() + "." + name)
        || (owner.getName().startsWith(THREADS) && name.equals("start"))
        || (owner.getPackageName().equals("java.time") && name.equals("now"))
        || (owner.getName().equals("java.time.Clock") && name.startsWith("system"))
        || (owner.getName().startsWith("java.util.concurrent.") && isTimed(access));
  }

  /** Whether something is to be done within, or after, a time of the machine. */
  private static boolean isTimed(JavaAccess<?> access) {
    return access instanceof JavaCodeUnitAccess<?> call
        && call.getTarget().getRawParameterTypes().stream()
            .anyMatch(type -> type.isEquivalentTo(TimeUnit.class));
  }

  private static DescribedPredicate<JavaAccess<?>> decidesByChance() {
    return DescribedPredicate.describe(
        "reads a clock, a random source or a setting of the machine", Purity::decidesByChance);
  }

  private static boolean decidesByChance(JavaAccess<?> access) {
    JavaClass owner = access.getTargetOwner();
    String name = access.getTarget().getName();
    return FORBIDDEN_CALLS.contains(owner.getName() + "." + name)
        || (owner.getPackageName().equals("java.time") && name.equals("now"))
        || (owner.getName().equals("java.time.Clock") && name.startsWith("system"))
        || owner.getName().equals("java.util.concurrent.ThreadLocalRandom")
        || owner.getName().equals("java.security.SecureRandom")
        || (SEEDLESS.contains(owner.getName())
            && access.getTarget().getFullName().endsWith("<init>()"));
  }
}
