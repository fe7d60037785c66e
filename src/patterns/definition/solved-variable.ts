/**
 * Variables that make two formulas equal: a sleeve cap as long as its armhole, two sides of a seam of one length. Every
 * trial value computes the whole way from the variable to the formulas anew.
 */
import { type CompiledFormula, compileNumber, type Scope } from './compile-formula.js';
import type { Compiler, Computation } from './compiler.js';
import type { DefinitionVariable } from './definition.js';
import { GeometryError } from './operation.js';

/** How far the two formulas may stay apart, in the unit of the definition. */
const agreement = 1e-8;

export interface Solved {
  readonly computation: Computation & { uses: readonly string[] };
  /** Names that the two formulas use. */
  readonly compared: readonly string[];
  /** The computations that depend on the variable and lead to the formulas; sorted as soon as the order is known. */
  between: Computation[];
}

/** Null, and problems, where a formula is wrong. */
export function compileSolved(variable: DefinitionVariable, place: string, compiler: Compiler): Solved | null {
  const { name, equal, between } = variable;
  if (!equal || !between) return null;
  const formula = (source: string | number, at: string): CompiledFormula<number> | null =>
    compiler.attempt(`${place}.${at}`, () => compileNumber(source, compiler.names));
  const [left, right] = [formula(equal[0], 'equal[0]'), formula(equal[1], 'equal[1]')];
  const [from, to] = [formula(between[0], 'between[0]'), formula(between[1], 'between[1]')];
  if (!left || !right || !from || !to) return null;
  const difference = (scope: Scope): number => left.evaluate(scope) - right.evaluate(scope);
  const solved: Solved = {
    computation: {
      name,
      place,
      uses: [...from.uses, ...to.uses],
      run: (scope) => {
        const at = (value: number): number => {
          scope.variables.set(name, value);
          for (const { run } of solved.between) run(scope);
          return difference(scope);
        };
        const bounds = [from.evaluate(scope), to.evaluate(scope)] as const;
        at(zeroOf(at, bounds, `${equal[0]} = ${equal[1]}`));
      },
    },
    compared: [...left.uses, ...right.uses],
    between: [],
  };
  return solved;
}

/**
 * Finds the computations between every solved variable and its formulas, and gives the variable their uses. A variable
 * that does not reach its own formulas is a problem.
 */
export function connectSolved(
  solved: readonly Solved[],
  computations: readonly Computation[],
  compiler: Compiler,
): void {
  const byName = new Map(computations.map((computation) => [computation.name, computation]));
  const comparedBy = new Map(solved.map(({ computation, compared }) => [computation.name, compared]));
  const usesOf = (name: string): readonly string[] => [
    ...(byName.get(name)?.uses ?? []),
    ...(comparedBy.get(name) ?? []),
  ];
  const links = solved.map((entry) => {
    const own = entry.computation.name;
    const reached = closure(entry.compared, (name) => (name === own ? [] : usesOf(name)));
    if (!reached.has(own)) {
      const message = `neither formula depends on "${own}", so no value of it makes them equal`;
      compiler.problems.add(`${entry.computation.place}.equal`, 'invalid_formula', message);
    }
    const dependent = dependentOn(own, reached, usesOf);
    for (const { computation } of solved.filter(({ computation: { name } }) => dependent.has(name))) {
      const message = `"${own}" and "${computation.name}" are solved from each other`;
      compiler.problems.add(`${entry.computation.place}.equal`, 'cycle', message);
    }
    const inner = [...dependent].flatMap((name) => byName.get(name) ?? []);
    const needed = [...entry.compared, ...inner.flatMap(({ name }) => usesOf(name))];
    return { entry, inner, outer: needed.filter((name) => name !== own && !dependent.has(name)) };
  });
  for (const { entry, inner, outer } of links) {
    entry.between = inner;
    entry.computation.uses = [...new Set([...entry.computation.uses, ...outer])];
  }
}

function closure(from: readonly string[], usesOf: (name: string) => readonly string[]): Set<string> {
  const reached = new Set<string>();
  const open = [...from];
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (reached.has(name)) continue;
    reached.add(name);
    open.push(...usesOf(name));
  }
  return reached;
}

/** The names that depend on one of the given ones, itself left out. */
function dependentOn(
  own: string,
  names: ReadonlySet<string>,
  usesOf: (name: string) => readonly string[],
): Set<string> {
  const usedBy = new Map<string, string[]>();
  for (const name of names) {
    for (const used of name === own ? [] : usesOf(name)) {
      const users = usedBy.get(used);
      if (users) users.push(name);
      else usedBy.set(used, [name]);
    }
  }
  const dependent = closure([own], (name) => usedBy.get(name) ?? []);
  dependent.delete(own);
  return dependent;
}

/** Where a function is zero between two bounds: regula falsi, Illinois variant (Dowell and Jarratt 1971), or halving. */
function zeroOf(of: (value: number) => number, [from, to]: readonly [number, number], what: string): number {
  let [a, b] = [from, to];
  let [atA, atB] = [of(a), of(b)];
  if (Math.abs(atA) <= agreement) return a;
  if (Math.abs(atB) <= agreement) return b;
  if (atA > 0 === atB > 0) {
    const figures = `they differ by ${atA.toPrecision(4)} at ${a.toPrecision(6)} and ${atB.toPrecision(4)} at ${b.toPrecision(6)}`;
    throw new GeometryError(`no value makes ${what}: ${figures}`);
  }
  let kept: 'a' | 'b' | null = null;
  for (let step = 0; step < 200; step++) {
    // every third step halves, so that the bracket shrinks for a curve of any form
    const middle = step % 3 === 2 ? (a + b) / 2 : (a * atB - b * atA) / (atB - atA);
    const value = of(middle);
    if (Math.abs(value) <= agreement) return middle;
    if (value > 0 === atA > 0) {
      [a, atA] = [middle, value];
      if (kept === 'b') atB /= 2;
      kept = 'b';
    } else {
      [b, atB] = [middle, value];
      if (kept === 'a') atA /= 2;
      kept = 'a';
    }
  }
  throw new GeometryError(`no value makes ${what}: the two jump past each other at ${a.toPrecision(6)}`);
}
