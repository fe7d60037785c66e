/** The same functions, with their failures told in the service's words. */
export function translating<Methods extends object>(
  methods: Methods,
  translated: (error: unknown) => unknown,
): Methods {
  return new Proxy(methods, {
    get(target, name) {
      const method: unknown = Reflect.get(target, name);
      // Listening answers at once; everything else with a promise.
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
