/** A JSON Schema (2020-12), or another object of an OpenAPI document. */
import type { Json } from '../../src/json/json.js';

export type Schema = { readonly [keyword: string]: Json };
