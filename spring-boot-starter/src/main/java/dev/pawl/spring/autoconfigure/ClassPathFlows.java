package dev.pawl.spring.autoconfigure;

import dev.pawl.Pawl;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.springframework.core.io.Resource;
import org.springframework.core.io.ResourceLoader;
import org.springframework.core.io.support.ResourcePatternResolver;
import org.springframework.core.io.support.ResourcePatternUtils;

/**
 * The definitions that an application carries along. The code of a flow is the name of its file
 * without {@code .json}, {@code .yaml} or {@code .yml}, and without {@code .asl} before that.
 */
public final class ClassPathFlows {

  private static final Pattern EXTENSION = Pattern.compile("(\\.asl)?\\.[^.]+$");

  private final List<String> patterns;
  private final ResourcePatternResolver resources;

  ClassPathFlows(List<String> patterns, ResourceLoader resources) {
    this.patterns = patterns;
    this.resources = ResourcePatternUtils.getResourcePatternResolver(resources);
  }

  /**
   * Deploys all definitions; one that is the newest version already has no effect.
   *
   * @throws IllegalStateException if one has errors or two have the same code
   */
  public void deployTo(Pawl pawl) {
    files()
        .forEach(
            (code, file) -> {
              try {
                pawl.deploy(code, file.getContentAsString(StandardCharsets.UTF_8));
              } catch (IllegalArgumentException e) {
                throw new IllegalStateException(
                    "%s cannot be deployed: %s".formatted(file.getDescription(), e.getMessage()),
                    e);
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            });
  }

  private Map<String, Resource> files() {
    Map<String, Resource> files = new TreeMap<>();
    for (String pattern : patterns) {
      for (Resource file : matching(pattern)) {
        String name = String.valueOf(file.getFilename());
        String code = EXTENSION.matcher(name).replaceFirst("");
        Resource other = files.put(code, file);
        if (other != null) {
          throw new IllegalStateException(
              "flow %s is defined by both %s and %s; rename one of the files"
                  .formatted(code, other.getDescription(), file.getDescription()));
        }
      }
    }
    return files;
  }

  private Resource[] matching(String pattern) {
    try {
      return resources.getResources(pattern);
    } catch (IOException e) {
      throw new UncheckedIOException("pawl.flows: %s cannot be read".formatted(pattern), e);
    }
  }
}
