/** JSON as received. Objects are maps, so that no key can reach a prototype; an overflowing number is infinite. */
export type ParsedJson = null | boolean | number | string | readonly ParsedJson[] | JsonObject;
export type JsonObject = ReadonlyMap<string, ParsedJson>;

/** JSON as plain values: those that `JSON.stringify` takes. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
