package dev.pawl.spring.autoconfigure;

import dev.pawl.sdk.Handler;
import dev.pawl.sdk.JsonBinder;
import dev.pawl.sdk.action.ActionHandler;
import dev.pawl.sdk.action.ActionHandlerAdapter;
import dev.pawl.sdk.job.JobHandler;
import dev.pawl.sdk.job.JobHandlerAdapter;
import dev.pawl.spring.PawlHandler;
import java.lang.reflect.Method;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.framework.autoproxy.AutoProxyUtils;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.context.annotation.Bean;
import org.springframework.core.MethodIntrospector;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.core.annotation.AnnotationUtils;

/** Collects the handlers of an application from its beans. */
final class HandlerCollector {

  private final ConfigurableListableBeanFactory beans;
  private final JsonBinder binder;
  private final Map<String, Map<Integer, NamedHandler>> found = new HashMap<>();

  /** A handler and the bean or method that it comes from, for messages. */
  private record NamedHandler(String source, Handler handler) {}

  HandlerCollector(ConfigurableListableBeanFactory beans, JsonBinder binder) {
    this.beans = beans;
    this.binder = binder;
  }

  /**
   * Returns all handlers by resource.
   *
   * @throws IllegalStateException if two of them serve the same resource and tenant
   */
  Map<String, Handler> collect() {
    beans.getBeansOfType(Handler.class, false, true).forEach(this::addHandler);
    beans
        .getBeansOfType(JobHandler.class, false, true)
        .forEach(
            (name, job) -> add(name, job.getCode(), tenantOf(name), new JobHandlerAdapter(job)));
    beans
        .getBeansOfType(ActionHandler.class, false, true)
        .forEach(
            (name, action) ->
                add(name, action.getKey(), tenantOf(name), new ActionHandlerAdapter(action)));
    for (String name : beans.getBeanDefinitionNames()) {
      addMethods(name);
    }
    Map<String, Handler> handlers = new HashMap<>();
    found.forEach((resource, byTenant) -> handlers.put(resource, handler(resource, byTenant)));
    return Map.copyOf(handlers);
  }

  private void addHandler(String name, Handler handler) {
    PawlHandler named = beans.findAnnotationOnBean(name, PawlHandler.class);
    add(name, named == null ? name : named.value(), tenantOf(name), handler);
  }

  private int tenantOf(String name) {
    PawlHandler named = beans.findAnnotationOnBean(name, PawlHandler.class);
    return named == null ? TenantHandlers.ALL_TENANTS : named.tenant();
  }

  private void addMethods(String name) {
    Class<?> type = targetClass(name);
    if (type == null || !AnnotationUtils.isCandidateClass(type, PawlHandler.class)) {
      return;
    }
    Map<Method, PawlHandler> methods =
        MethodIntrospector.selectMethods(
            type,
            (MethodIntrospector.MetadataLookup<@Nullable PawlHandler>)
                method ->
                    AnnotatedElementUtils.hasAnnotation(method, Bean.class)
                        ? null
                        : AnnotatedElementUtils.findMergedAnnotation(method, PawlHandler.class));
    methods.forEach(
        (method, annotation) -> {
          Object bean = beans.getBean(name);
          Method invocable = AopUtils.selectInvocableMethod(method, bean.getClass());
          add(
              name + "." + method.getName(),
              annotation.value(),
              annotation.tenant(),
              new MethodHandler(bean, invocable, method));
        });
  }

  private @Nullable Class<?> targetClass(String name) {
    if (beans.getBeanDefinition(name).isAbstract() || !beans.isSingleton(name)) {
      return null;
    }
    Class<?> target = AutoProxyUtils.determineTargetClass(beans, name);
    return target == null ? beans.getType(name, false) : target;
  }

  private void add(String source, String resource, int tenant, Handler handler) {
    NamedHandler other =
        found
            .computeIfAbsent(resource, key -> new HashMap<>())
            .put(tenant, new NamedHandler(source, handler));
    if (other != null) {
      throw new IllegalStateException(
          "resource %s%s is handled by both %s and %s; remove or rename one of them"
              .formatted(
                  resource,
                  tenant == TenantHandlers.ALL_TENANTS ? "" : " of tenant " + tenant,
                  other.source(),
                  source));
    }
  }

  private Handler handler(String resource, Map<Integer, NamedHandler> byTenant) {
    Map<Integer, Handler> bound = new HashMap<>();
    byTenant.forEach(
        (tenant, named) -> bound.put(tenant, new BoundHandler(named.handler(), binder)));
    Handler forAll = bound.get(TenantHandlers.ALL_TENANTS);
    return forAll != null && bound.size() == 1 ? forAll : new TenantHandlers(resource, bound);
  }
}
