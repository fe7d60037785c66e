/**
 * A definition ready to run: every formula compiled, every name resolved, everything computed once and before its first
 * use. Each failure is reported with its place in the document.
 */

import { nearest } from '../../json/nearest-name.js';
import type { Problems } from '../../problems.js';
import { compileSewing, type SewingProgram } from '../sewing/compile-sewing.js';
import { compileCondition, compileFormula, type FormulaType, type Names, type Scope } from './compile-formula.js';
import { Compiler, type Computation } from './compiler.js';
import { atPlace } from './computation-error.js';
import { curveOperations } from './curve-operations.js';
import { type Definition, type DefinitionVariable, unitLength } from './definition.js';
import { FormulaError } from './formula.js';
import { compilePiece, type PieceProgram } from './piece-program.js';
import { pointOperations } from './point-operations.js';
import { compileSolved, connectSolved, type Solved } from './solved-variable.js';

export interface ConstraintProgram {
  readonly message: string;
  readonly variables: readonly string[];
  /** Names whose values the question needs. */
  readonly uses: readonly string[];
  readonly holds: (scope: Scope) => boolean;
}

export interface Program {
  readonly definition: Definition;
  readonly names: Names;
  /** Computed variables, which need no geometry, in order; then points, curves and computed variables that do. */
  readonly computations: readonly Computation[];
  readonly constraints: readonly ConstraintProgram[];
  readonly pieces: readonly PieceProgram[];
  readonly sewing: SewingProgram;
}

/** @param problems gets the problems of the document; the program can run only if it stays empty */
export function compileDefinition(definition: Definition, problems: Problems): Program {
  const types = settledTypes(definition);
  const names: Names = {
    variables: types,
    points: new Set(definition.points.keys()),
    curves: new Set(definition.curves.keys()),
  };
  const compiler = new Compiler(names, problems);
  const computations: Computation[] = [];
  const solved: Solved[] = [];
  for (const [i, variable] of definition.variables.entries()) {
    if (variable.kind === 'computed')
      computations.push(...computedVariable(variable, `variables[${i}].formula`, compiler));
    const entry = variable.kind === 'solved' ? compileSolved(variable, `variables[${i}]`, compiler) : null;
    if (entry) solved.push(entry);
  }
  for (const [name, point] of definition.points) {
    const computation = compiler.construction(name, point, pointOperations, `points.${name}`, (scope, result) =>
      scope.points.set(name, result),
    );
    if (computation) computations.push(computation);
  }
  for (const [name, curve] of definition.curves) {
    const computation = compiler.construction(name, curve, curveOperations, `curves.${name}`, (scope, result) =>
      scope.curves.set(name, result),
    );
    if (computation) computations.push(computation);
  }
  const constraints = definition.constraints.flatMap((constraint, i) => {
    for (const [j, name] of constraint.variables.entries()) {
      if (!types.has(name))
        problems.add(
          `constraints[${i}].variables[${j}]`,
          'unknown_name',
          `unknown variable "${name}"${nearest(name, [...types.keys()])}`,
        );
    }
    const condition = compiler.attempt(`constraints[${i}].if`, () => compileCondition(constraint.if, names));
    return condition
      ? [
          {
            message: constraint.message,
            variables: constraint.variables,
            uses: condition.uses,
            holds: condition.evaluate,
          },
        ]
      : [];
  });
  const pieces = definition.pieces.map((piece, i) =>
    compilePiece(piece, `pieces[${i}]`, unitLength[definition.unit], compiler),
  );
  computations.push(...solved.map(({ computation }) => computation));
  connectSolved(solved, computations, compiler);
  const ordered = inOrder(computations, problems);
  for (const entry of solved) {
    const between = new Set(entry.between);
    entry.between = ordered.filter((computation) => between.has(computation));
  }
  const edges = new Set(
    definition.pieces.flatMap(({ id, edges: own }) => [...own.keys()].map((edge) => `${id}.${edge}`)),
  );
  const sewing = compileSewing(definition.sewing, new Compiler({ ...names, edges }, problems));
  const sound = pieces.filter((piece) => piece !== null);
  return { definition, names, computations: ordered, constraints, pieces: sound, sewing };
}

/** Runs the computations at the values already in the scope. */
export function compute(program: Program, scope: Scope): void {
  for (const { place, run } of program.computations) atPlace(place, () => run(scope));
}

/** Types of all variables; a computed one is a number unless its declared type says boolean or choice. */
function settledTypes(definition: Definition): ReadonlyMap<string, FormulaType> {
  return new Map(
    definition.variables.map(({ name, type }): [string, FormulaType] => [
      name,
      type === 'boolean' ? 'boolean' : type === 'choice' ? 'text' : 'number',
    ]),
  );
}

function computedVariable(variable: DefinitionVariable, place: string, compiler: Compiler): Computation[] {
  const { name, formula: source } = variable;
  if (source === null) return [];
  const formula = compiler.attempt(place, () => {
    const compiled = compileFormula(source, compiler.names);
    const declared = compiler.names.variables.get(name)!;
    if (compiled.type !== declared)
      throw new FormulaError(`gives a ${compiled.type}, but the variable is a ${declared}`, 0);
    return compiled;
  });
  if (!formula) return [];
  return [{ name, place, uses: formula.uses, run: (scope) => scope.variables.set(name, formula.evaluate(scope)) }];
}

/** Depth first, without recursion on the depth of the document; a cycle is reported as `a -> b -> a`. */
function inOrder(computations: readonly Computation[], problems: Problems): Computation[] {
  const byName = new Map(computations.map((computation) => [computation.name, computation]));
  const state = new Map<string, 'open' | 'done'>();
  const ordered: Computation[] = [];
  for (const root of computations) {
    const stack: { computation: Computation; next: number }[] = [];
    const open = (computation: Computation): void => {
      state.set(computation.name, 'open');
      stack.push({ computation, next: 0 });
    };
    if (!state.has(root.name)) open(root);
    while (stack.length > 0) {
      const top = stack.at(-1)!;
      const name = top.computation.uses[top.next++];
      if (name === undefined) {
        state.set(top.computation.name, 'done');
        ordered.push(top.computation);
        stack.pop();
        continue;
      }
      const used = byName.get(name);
      if (!used || state.get(name) === 'done') continue;
      if (state.get(name) === 'open') {
        const names = stack.map(({ computation }) => computation.name);
        const cycle = [...names.slice(names.indexOf(name)), name].join(' -> ');
        problems.add(top.computation.place, 'cycle', `depends on itself: ${cycle}`);
      } else open(used);
    }
  }
  return ordered;
}
