/** Wraps functions so that their failures become the service's errors. */
export function translating<Methods extends object>(
  methods: Methods,
  translated: (error: unknown) => unknown,
): Methods {
  return new Proxy(methods, {
    get(target, name) {
      const method: unknown = Reflect.get(target, name);
      // `onHints` answers at once, every other method with a promise.
      if (typeof method !== 'function' || name === 'onHints') return method;
      return async (...values: unknown[]) => {
        try {
          return await method.apply(target, values);
        } catch (error) {
          throw translated(error);
        }
      };
    },
  });
}
