/**
 * The stored form of a pattern: immutable versions, each of one of three kinds, and the hashes that compare their
 * content.
 */
import { createHash } from 'node:crypto';
import { canonicalJson } from '../json/canonical.js';
import type { Json } from '../json/json.js';

/** How a version makes pieces: by its own formulas, by a FreeSewing design, or by outlines that never change. */
export type PatternKind = 'definition' | 'freesewing' | 'static';

export interface PatternVersion {
  /** UUID. */
  readonly patternId: string;
  /** UUID. */
  readonly versionId: string;
  /** 1, 2, ...; the latest is the highest. */
  readonly versionNumber: number;
  readonly kind: PatternKind;
  readonly name: string;
  readonly description: string;
  /** The document of that kind; see `definition/definition.ts`, `freesewing/content.ts`, `static/content.ts`. */
  readonly content: Json;
  /** Hex SHA-256 of kind and content (`contentHash`): equal hashes draft equal pieces. */
  readonly sha256: string;
  /** ISO 8601 in UTC. */
  readonly publishedAt: string;
}

/** Hex SHA-256 over the kind and the canonical JSON of the content: keys sorted, no white space. */
export function contentHash(kind: PatternKind, content: Json): string {
  return createHash('sha256')
    .update(`${kind}\n${canonicalJson(content)}`)
    .digest('hex');
}

/** Hex SHA-256 over the canonical JSON of a document alone, for its owner to compare. */
export const documentHash = (content: Json): string =>
  createHash('sha256').update(canonicalJson(content)).digest('hex');
