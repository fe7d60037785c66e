/**
 * Computes a document's constructions at its own values. Constructions without a value are lost, and so is everything
 * that depends on them.
 */

import { Problems } from '../../../problems.js';
import { compileNumber, type Scope } from '../../definition/compile-formula.js';
import { defaultScope } from '../../definition/draft-definition.js';
import { FormulaError } from '../../definition/formula.js';
import { GeometryError } from '../../definition/operation.js';
import { compileDefinition, type Program } from '../../definition/program.js';
import { readDefinition } from '../../definition/read-definition.js';

export interface Evaluated {
  readonly scope: Scope;
  /** Variables, points and curves without a value: the name of each, and the reason. */
  readonly lost: ReadonlyMap<string, string>;
  /** The value of a formula at the document's own values, NaN if it has none. */
  readonly valueAt: (formula: string) => number;
}

/** @param labelOf the label in the source of a name of the document */
export function evaluate(document: Readonly<Record<string, unknown>>, labelOf: (name: string) => string): Evaluated {
  const lost = new Map<string, string>();
  const program = soundProgram(document, lost);
  const scope = defaultScope(program);
  for (const { name, uses, run } of program.computations) {
    const missing = uses.find((used) => lost.has(used));
    if (missing !== undefined) {
      lost.set(name, lost.get(missing)!);
      continue;
    }
    try {
      run(scope);
    } catch (error) {
      if (!(error instanceof GeometryError || error instanceof FormulaError)) throw error;
      lost.set(name, `${labelOf(name)}: ${error.message}`);
    }
  }
  const valueAt = (formula: string): number => {
    try {
      return compileNumber(formula, program.names).evaluate(scope);
    } catch (error) {
      if (!(error instanceof FormulaError)) throw error;
      return Number.NaN;
    }
  };
  return { scope, lost, valueAt };
}

/** Compiles the document without its faulty entries, which are lost. */
function soundProgram(document: Readonly<Record<string, unknown>>, lost: Map<string, string>): Program {
  for (;;) {
    const problems = new Problems();
    const definition = readDefinition(without(document, lost), problems);
    const program = definition && compileDefinition(definition, problems);
    // The document has no pieces yet.
    const wrong = problems.list.filter(({ path }) => path !== 'pieces');
    if (program && wrong.length === 0) return program;
    const before = lost.size;
    for (const { path, message } of wrong) {
      const [, list, index, name] = /^(variables|points|curves)(?:\[(\d+)\]|\.([^.[]+))/.exec(path) ?? [];
      const variables = without(document, lost).variables as readonly { readonly name: string }[];
      const entry = list === 'variables' ? variables[Number(index)]?.name : name;
      if (entry !== undefined) lost.set(entry, message);
    }
    if (lost.size === before) throw new Error(wrong[0]?.message ?? 'the document is faulty');
  }
}

function without(
  document: Readonly<Record<string, unknown>>,
  lost: ReadonlyMap<string, string>,
): Readonly<Record<string, unknown>> {
  const kept = (entries: unknown): Record<string, unknown> =>
    Object.fromEntries(Object.entries(entries as object).filter(([name]) => !lost.has(name)));
  const variables = (document.variables as readonly { readonly name: string }[]).filter(({ name }) => !lost.has(name));
  return { ...document, variables, points: kept(document.points), curves: kept(document.curves) };
}
