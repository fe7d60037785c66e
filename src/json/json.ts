/** JSON as received. Objects are maps, so that no key can reach a prototype; an overflowing number is infinite. */
export type ParsedJson = null | boolean | number | string | readonly ParsedJson[] | JsonObject;
export type JsonObject = ReadonlyMap<string, ParsedJson>;

/** JSON to send: the values that `JSON.stringify` takes. */
export type PlainJson = null | boolean | number | string | readonly PlainJson[] | { readonly [key: string]: PlainJson };
