/** Compiles the parts of one definition, resolves names, and notes each problem with its place in the document. */

import type { Curve } from '../../geometry/curve.js';
import type { Point } from '../../geometry/point.js';
import { nearest } from '../../json/nearest-name.js';
import type { Problems } from '../../problems.js';
import { type CompiledFormula, compileNumber, type Names, type Scope } from './compile-formula.js';
import type { Construction, FormulaText, PointReference } from './definition.js';
import { FormulaError } from './formula.js';
import type { Operation, ParameterKind } from './operation.js';

/** A named thing that is computed into the scope. */
export interface Computation {
  readonly name: string;
  readonly place: string;
  readonly uses: readonly string[];
  readonly run: (scope: Scope) => void;
}

/** Compiles parts of one definition and collects their problems. */
export class Compiler {
  readonly names: Names;
  readonly problems: Problems;

  constructor(names: Names, problems: Problems) {
    this.names = names;
    this.problems = problems;
  }

  /** Runs `compile`; a formula error becomes a problem at `place`, and the result null. */
  attempt<T>(place: string, compile: () => T): T | null {
    try {
      return compile();
    } catch (error) {
      if (!(error instanceof FormulaError)) throw error;
      this.problems.add(place, 'invalid_formula', `${error.message} (at character ${error.at + 1})`);
      return null;
    }
  }

  number(source: FormulaText, place: string): CompiledFormula<number> | null {
    return this.attempt(place, () => compileNumber(source, this.names));
  }

  point(reference: PointReference, place: string): ((scope: Scope) => Point) | null {
    if (typeof reference === 'string') {
      if (this.#known(reference, this.names.points, 'point', place)) return (scope) => scope.points.get(reference)!;
      return null;
    }
    const x = this.number(reference.x, `${place}.x`);
    const y = this.number(reference.y, `${place}.y`);
    return x && y && ((scope) => [x.evaluate(scope), y.evaluate(scope)]);
  }

  curve(name: string, place: string): ((scope: Scope) => Curve) | null {
    return this.#known(name, this.names.curves, 'curve', place) ? (scope) => scope.curves.get(name)! : null;
  }

  #known(name: string, known: ReadonlySet<string>, what: string, place: string): boolean {
    if (known.has(name)) return true;
    this.problems.add(place, 'unknown_name', `unknown ${what} "${name}"${nearest(name, [...known])}`);
    return false;
  }

  /** A point or curve of the document as a computation; null, and problems, where it is wrong. */
  construction<Result>(
    name: string,
    construction: Construction,
    operations: Readonly<Record<string, Operation<Result>>>,
    place: string,
    store: (scope: Scope, result: Result) => void,
  ): Computation | null {
    const { op, parameters } = construction;
    if (!Object.hasOwn(operations, op)) {
      this.problems.add(
        `${place}.op`,
        'unknown_operation',
        `unknown operation "${op}"${nearest(op, Object.keys(operations))}`,
      );
      return null;
    }
    const { takes, optional, make } = operations[op]!;
    const uses = new Set<string>();
    const getters: [string, (scope: Scope) => unknown][] = [];
    for (const key of Object.keys(parameters)) {
      if (!Object.hasOwn(takes, key)) {
        this.problems.add(
          `${place}.${key}`,
          'unknown_key',
          `"${op}" does not take this${nearest(key, Object.keys(takes))}`,
        );
      }
    }
    for (const [key, kind] of Object.entries(takes)) {
      const value = Object.hasOwn(parameters, key) ? parameters[key] : undefined;
      if (value === undefined || value === null) {
        if (!optional.includes(key)) this.problems.add(`${place}.${key}`, 'required', `"${op}" needs this`);
        continue;
      }
      const getter = this.#parameter(kind, value, `${place}.${key}`, uses);
      if (getter) getters.push([key, getter]);
    }
    const run = (scope: Scope): void => {
      const values: Record<string, unknown> = {};
      for (const [key, get] of getters) values[key] = get(scope);
      store(scope, make(values));
    };
    return { name, place, uses: [...uses], run };
  }

  #parameter(
    kind: ParameterKind,
    value: unknown,
    place: string,
    uses: Set<string>,
  ): ((scope: Scope) => unknown) | null {
    const wrong = (what: string): null => {
      this.problems.add(place, 'wrong_type', `must be ${what}`);
      return null;
    };
    switch (kind) {
      case 'number': {
        if (typeof value !== 'string' && typeof value !== 'number') return wrong('a formula: a text or a number');
        const formula = this.number(value, place);
        for (const name of formula?.uses ?? []) uses.add(name);
        return formula && ((scope) => formula.evaluate(scope));
      }
      case 'point':
      case 'curve':
        if (typeof value !== 'string') return wrong(`the name of a ${kind}`);
        uses.add(value);
        return kind === 'point' ? this.point(value, place) : this.curve(value, place);
      case 'points': {
        if (!Array.isArray(value) || value.length < 2 || value.length > 200)
          return wrong('an array of 2 to 200 names of points');
        const getters = value.map((entry, i) => this.#parameter('point', entry, `${place}[${i}]`, uses));
        return (scope) => getters.map((get) => get!(scope));
      }
      case 'curves': {
        if (!Array.isArray(value) || value.length < 1 || value.length > 200)
          return wrong('an array of 1 to 200 names of curves');
        const getters = value.map((entry, i) => this.#parameter('curve', entry, `${place}[${i}]`, uses));
        return (scope) => getters.map((get) => get!(scope));
      }
      case 'nodes': {
        if (!Array.isArray(value) || value.length < 2 || value.length > 200) return wrong('an array of 2 to 200 nodes');
        const getters = value.map((entry, i) => this.#node(entry, `${place}[${i}]`, uses));
        return (scope) => getters.map((get) => get!(scope));
      }
      default: {
        const words = kind.split('|');
        if (typeof value !== 'string' || !words.includes(value)) return wrong(words.join(' or '));
        return () => value;
      }
    }
  }

  #node(value: unknown, place: string, uses: Set<string>): ((scope: Scope) => unknown) | null {
    if (value === null || typeof value !== 'object' || Array.isArray(value)) {
      this.problems.add(place, 'wrong_type', 'must be an object with at, angle, before and after');
      return null;
    }
    const kinds = { at: 'point', angle: 'number', before: 'number', after: 'number' } as const;
    const entries = Object.entries(value);
    for (const [key] of entries) {
      if (!Object.hasOwn(kinds, key))
        this.problems.add(`${place}.${key}`, 'unknown_key', `is not known here${nearest(key, Object.keys(kinds))}`);
    }
    const getters = Object.entries(kinds).map(([key, kind]): [string, ((scope: Scope) => unknown) | null] => {
      const found = entries.find(([name]) => name === key)?.[1];
      const given = found ?? (key === 'before' || key === 'after' ? 0 : undefined);
      if (given !== undefined) return [key, this.#parameter(kind, given, `${place}.${key}`, uses)];
      this.problems.add(`${place}.${key}`, 'required', 'is missing');
      return [key, null];
    });
    return (scope) => Object.fromEntries(getters.map(([key, get]) => [key, get!(scope)]));
  }
}
