/** JSON as received. Objects are maps, so that no key can reach a prototype; an overflowing number is infinite. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export type JsonObject = ReadonlyMap<string, Json>;

/** JSON to send: the values that `JSON.stringify` takes. */
export type PlainJson = null | boolean | number | string | readonly PlainJson[] | { readonly [key: string]: PlainJson };
