package dev.pawl.spring;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.io.PrintWriter;
import org.junit.platform.launcher.Launcher;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;

/** Runs one test class of a generated project in a process of its own. */
final class PageTestRunner {

  private PageTestRunner() {}

  public static void main(String[] args) {
    SummaryGeneratingListener summary = new SummaryGeneratingListener();
    Launcher launcher = LauncherFactory.create();
    launcher.execute(
        LauncherDiscoveryRequestBuilder.request().selectors(selectClass(args[0])).build(), summary);
    summary.getSummary().printFailuresTo(new PrintWriter(System.out, true));
    System.out.println("succeeded: " + summary.getSummary().getTestsSucceededCount());
    System.exit(summary.getSummary().getTestsFailedCount() == 0 ? 0 : 1);
  }
}
