/** A small definition for tests to change. */
import type { Json } from '../../src/json/json.js';

export type Document = Record<string, unknown>;

/** A square of `size` cm with one variable; `change` edits the document. */
export function square(change: (document: Document) => void = () => {}): Json {
  const document: Document = {
    schema: 'pattern-definition/1',
    name: 'Square',
    unit: 'cm',
    variables: [
      { name: 'size', kind: 'option', default: 10, min: 5, max: 50 },
      { name: 'half', kind: 'computed', formula: 'size / 2' },
    ],
    constraints: [],
    points: {
      a: { op: 'xy', x: 0, y: 0 },
      b: { op: 'xy', x: 'size', y: 0 },
      c: { op: 'xy', x: 'size', y: 'size' },
      d: { op: 'xy', x: 0, y: 'size' },
    },
    curves: {},
    pieces: [
      { name: 'Square', outline: [{ move: 'a' }, { line: 'b' }, { line: 'c' }, { line: 'd' }, { close: true }] },
    ],
  };
  change(document);
  return document as Json;
}

export const points = (document: Document): Record<string, unknown> => document.points as Record<string, unknown>;
export const pieces = (document: Document): Document[] => document.pieces as Document[];
