package dev.pawl.server.web;

import com.fasterxml.jackson.annotation.Nulls;
import dev.pawl.server.problem.Problems;
import dev.pawl.server.problem.RequestErrors;
import java.util.Collection;
import java.util.List;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.format.FormatterRegistry;
import org.springframework.http.ProblemDetail;
import org.springframework.http.converter.json.ProblemDetailJacksonMixin;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.cfg.EnumFeature;
import tools.jackson.databind.json.JsonMapper;

/** Beans of this package, and the configuration of Spring MVC and Jackson. */
@Configuration(proxyBeanMethods = false)
@Import(Problems.class)
public class WebConfiguration implements WebMvcConfigurer {

  static final int MAX_DEPTH = 100;
  static final int MAX_TEXT_LENGTH = 1024 * 1024;
  static final int MAX_NUMBER_LENGTH = 110;
  static final int MAX_NAME_LENGTH = 1_000;
  static final int MAX_TOKENS = 500_000;

  private static final long MAX_DOCUMENT_LENGTH = 5L * 1024 * 1024;

  /** Limits of the JSON parser, which reads hostile input too. */
  private static final StreamReadConstraints LIMITS =
      StreamReadConstraints.builder()
          .maxNestingDepth(MAX_DEPTH)
          .maxDocumentLength(MAX_DOCUMENT_LENGTH)
          .maxStringLength(MAX_TEXT_LENGTH)
          .maxNumberLength(MAX_NUMBER_LENGTH)
          .maxNameLength(MAX_NAME_LENGTH)
          .maxTokenCount(MAX_TOKENS)
          .build();

  @Override
  public void addInterceptors(InterceptorRegistry registry) {
    registry.addInterceptor(new KnownParameters()).addPathPatterns("/api/**").order(1);
  }

  @Override
  public void addFormatters(FormatterRegistry registry) {
    registry.addConverter(new TimeParameter());
    // A value that contains a comma is one value; several values repeat the name.
    registry.removeConvertible(String.class, Collection.class);
    registry.addConverter(String.class, List.class, List::of);
  }

  @Bean
  RequestErrors requestErrors() {
    return new RequestErrorMessages();
  }

  @Bean
  ChainFilter compressionFilter() {
    return new ChainFilter(FilterOrder.COMPRESSION, new CompressionFilter());
  }

  @Bean
  ApiJson apiJson(JsonMapper mapper) {
    return new ApiJson(mapper);
  }

  @Bean
  OpenStreams streams(
      ApiJson json,
      @Value("${pawl.max-streams}") int maxStreams,
      @Value("${pawl.max-waits}") int maxWaits,
      @Value("${pawl.max-stays}") int maxLongRequests) {
    return new OpenStreams(json, maxStreams, maxWaits, maxLongRequests);
  }

  @Bean
  JsonMapper jsonMapper() {
    JsonFactory factory =
        JsonFactory.builder()
            .streamReadConstraints(LIMITS)
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();
    return JsonMapper.builder(factory)
        .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
        .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
        // The meaning of a number would depend on the order of the constants.
        .enable(EnumFeature.FAIL_ON_NUMBERS_FOR_ENUMS)
        // Lists and maps do not contain null.
        .changeDefaultNullHandling(nulls -> nulls.withContentNulls(Nulls.FAIL))
        .addHandler(new BodyErrorMessages())
        .addModule(JsonValues.module())
        .addMixIn(ProblemDetail.class, ProblemDetailJacksonMixin.class)
        .build();
  }
}
