package dev.pawl.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaPackage;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

/** Enforces the dependency and naming rules that ARCHITECTURE.md explains. */
class ArchitectureTest {

  /** Each module and the modules it may import. A new module needs a row. */
  private static final Map<String, Set<String>> MAY_IMPORT =
      Map.ofEntries(
          entry("sdk", Set.of()),
          entry("model", Set.of("sdk")),
          entry("dialects", Set.of("sdk", "model")),
          entry("engine", Set.of("sdk", "model")),
          entry("testkit", Set.of("sdk", "model", "dialects", "engine")),
          entry("handlers", Set.of("sdk")),
          entry("simulation", Set.of("sdk", "model", "engine", "testkit")),
          entry("postgres", Set.of("sdk", "model", "dialects", "engine")),
          entry("triggers", Set.of("sdk", "model", "dialects", "engine", "postgres")),
          entry(
              "server",
              Set.of("sdk", "model", "dialects", "engine", "postgres", "triggers", "handlers")),
          entry("client", Set.of("sdk")),
          entry(
              "cli",
              Set.of("sdk", "model", "dialects", "engine", "handlers", "postgres", "client")),
          entry(
              "spring-boot-starter",
              Set.of(
                  "sdk",
                  "model",
                  "dialects",
                  "engine",
                  "handlers",
                  "testkit",
                  "postgres",
                  "triggers")),
          entry("peers", Set.of()),
          entry("bench", Set.of("sdk", "model", "engine", "postgres", "triggers", "peers")),
          entry(
              "chaos",
              Set.of("sdk", "model", "engine", "testkit", "simulation", "postgres", "client")));

  /** Modules that only {@code ./test --all} builds. */
  private static final Set<String> MEASURING_MODULES = Set.of("peers", "bench");

  /** Modules that only check other modules, and the web console, which is not Java. */
  private static final Set<String> MODULES_WITHOUT_CLASSES =
      Set.of(
          "architecture-tests",
          "chaos/tests",
          "cli/tests",
          "examples/insurance",
          "format-check",
          "postgres/tests",
          "server/tests",
          "triggers/tests",
          "web",
          "web/tests",
          "spring-boot-starter/tests-boot35",
          "spring-boot-starter/tests-boot4");

  /** Modules whose package is not named as they are. */
  private static final Map<String, String> PACKAGES = Map.of("spring-boot-starter", "spring");

  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(location -> !location.contains("/test-classes/"))
          .withImportOption(location -> !location.contains("jmh_generated"))
          .importPackages("dev.pawl");

  @Test
  void shouldKnowEveryModule() {
    List<String> modules =
        Checkout.MODULES.stream().filter(name -> !MODULES_WITHOUT_CLASSES.contains(name)).toList();

    assertThat(MAY_IMPORT.keySet()).containsExactlyInAnyOrderElementsOf(modules);
    assertThat(CLASSES.stream().map(type -> moduleOf(type.getPackageName())).distinct())
        .as("modules whose classes are looked at: add them to the dependencies of this one")
        .containsAll(modules.stream().filter(name -> !MEASURING_MODULES.contains(name)).toList());
    assertThat(CLASSES)
        .allSatisfy(type -> assertThat(MAY_IMPORT).containsKey(moduleOf(type.getPackageName())));
  }

  @Test
  void shouldImportInOneDirectionOnly() {
    MAY_IMPORT.forEach(
        (module, allowed) -> {
          String[] forbidden =
              MAY_IMPORT.keySet().stream()
                  .filter(other -> !other.equals(module) && !allowed.contains(other))
                  .map(ArchitectureTest::packagesOf)
                  .toArray(String[]::new);

          check(
              noClasses()
                  .that()
                  .resideInAPackage(packagesOf(module))
                  .should()
                  .dependOnClassesThat()
                  .resideInAnyPackage(forbidden));
        });
  }

  @Test
  void shouldHaveNoCyclesBetweenPackages() {
    check(slices().matching("dev.pawl.(**)").should().beFreeOfCycles());
  }

  @Test
  void shouldShowNoForeignTypesToHandlerAuthors() {
    check(
        classes()
            .that()
            .resideInAPackage("dev.pawl.sdk..")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage("dev.pawl.sdk..", "java..", "org.jspecify.annotations.."));
  }

  @Test
  void shouldNeedNothingButJavaAndTheSdkForAClient() {
    check(
        classes()
            .that()
            .resideInAPackage("dev.pawl.client..")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                "dev.pawl.client..", "dev.pawl.sdk..", "java..", "org.jspecify.annotations.."));
  }

  @Test
  void shouldKeepLibrariesInTheirPackages() {
    check(
        noClasses()
            .that()
            .resideOutsideOfPackages("dev.pawl.model..", "dev.pawl.server.web..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("tools.jackson..", "org.snakeyaml..")
            .because("only these packages parse text"));
    check(
        noClasses()
            .that()
            .resideOutsideOfPackages("dev.pawl.cli..", "dev.pawl.server")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("picocli..")
            .because("only command-line programs parse arguments"));
  }

  @Test
  void shouldConnectToOtherSystemsOnlyThroughTheEgressGuard() {
    check(
        noClasses()
            .that()
            .resideOutsideOfPackage("dev.pawl.handlers.egress")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("org.apache.hc..")
            .because("only this package connects to addresses that were checked"));
    check(
        noClasses()
            .that()
            .resideInAPackage("dev.pawl.handlers..")
            .should()
            .dependOnClassesThat()
            .haveFullyQualifiedName("java.net.URL")
            .orShould()
            .dependOnClassesThat()
            .haveFullyQualifiedName("java.net.HttpURLConnection")
            .orShould()
            .dependOnClassesThat()
            .resideInAPackage("java.net.http..")
            .because("these resolve names again, after the check"));
  }

  @Test
  void shouldMarkEveryPackageForNullChecks() {
    Set<String> unmarked = new TreeSet<>();
    for (JavaClass type : CLASSES) {
      JavaPackage javaPackage = type.getPackage();
      if (!javaPackage.isAnnotatedWith(NullMarked.class)) {
        unmarked.add(javaPackage.getName());
      }
    }

    assertThat(unmarked).as("packages without a @NullMarked package-info.java").isEmpty();
  }

  @Test
  void shouldInterpretWithoutClockRandomnessOrInputAndOutput() {
    PurityRules.rules("dev.pawl.engine..").forEach(ArchitectureTest::check);
  }

  @Test
  void shouldReportEveryImpureCall() {
    JavaClasses violators = new ClassFileImporter().importPackages("dev.pawl.architecture.impure");

    for (JavaClass violator : violators) {
      if (violator.getMethods().isEmpty()) {
        continue;
      }
      assertThat(PurityRules.rules(violator.getPackageName()))
          .as(violator.getName())
          .anySatisfy(
              rule ->
                  assertThat(rule.evaluate(violators).getFailureReport().toString())
                      .contains(violator.getName()));
    }
  }

  @Test
  void shouldUseOnlyTheRuntimeClockInNodes() {
    check(PurityRules.usesOnlyTheRuntimeClock("dev.pawl.engine.node.."));
  }

  @Test
  void shouldReportEveryUseOfSystemTime() {
    JavaClasses violators =
        new ClassFileImporter().importPackages("dev.pawl.architecture.punctual");

    String found =
        PurityRules.usesOnlyTheRuntimeClock("dev.pawl.architecture.punctual")
            .evaluate(violators)
            .getFailureReport()
            .toString();
    for (JavaClass violator : violators) {
      if (!violator.getMethods().isEmpty()) {
        assertThat(found).contains(violator.getName());
      }
    }
  }

  @Test
  void shouldShareNoMutableState() {
    check(fields().that().areStatic().should().beFinal());
  }

  @Test
  void shouldNameTypesByTheirRole() {
    check(
        noClasses()
            .should()
            .haveNameMatching(".*(Manager|Helper|Utils?|Impl)")
            .orShould()
            .haveNameMatching(".*\\.(Base|Abstract)[A-Z].*"));
  }

  private static void check(ArchRule rule) {
    rule.allowEmptyShould(true).check(CLASSES);
  }

  private static String packagesOf(String module) {
    return "dev.pawl." + PACKAGES.getOrDefault(module, module) + "..";
  }

  private static String moduleOf(String packageName) {
    // The facade of the library is part of the module postgres.
    if (packageName.equals("dev.pawl")) {
      return "postgres";
    }
    String name = packageName.split("\\.")[2];
    return PACKAGES.entrySet().stream()
        .filter(named -> named.getValue().equals(name))
        .findFirst()
        .map(Map.Entry::getKey)
        .orElse(name);
  }
}
