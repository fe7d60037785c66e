/**
 * Turns a formula into a function of a scope, after checking every name, type and number of arguments. A compiled
 * formula can fail in two ways only: a result that is not a finite number, or an edge of a piece that is not drafted.
 */

import type { Curve } from '../../geometry/curve.js';
import type { Point } from '../../geometry/point.js';
import { nearest } from '../../json/nearest-name.js';
import type { VariableValue } from '../variable.js';
import { type BinaryOperator, type Formula, FormulaError, parseFormula } from './formula.js';

export type FormulaType = 'number' | 'boolean' | 'text';

/** The values that formulas work on. Lengths are in the unit of the definition. */
export interface Scope {
  readonly variables: Map<string, VariableValue>;
  readonly points: Map<string, Point>;
  readonly curves: Map<string, Curve>;
  /** Lengths of the edges of the drafted pieces, by `piece.edge`; known only after the pieces. */
  readonly edges?: ReadonlyMap<string, number>;
}

/** The names that a formula may use. */
export interface Names {
  readonly variables: ReadonlyMap<string, FormulaType>;
  readonly points: ReadonlySet<string>;
  readonly curves: ReadonlySet<string>;
  /** `piece.edge`; only for formulas that measure drafted pieces. */
  readonly edges?: ReadonlySet<string>;
}

export interface CompiledFormula<Value = VariableValue> {
  readonly type: FormulaType;
  /** Names whose values must be known before the evaluation. */
  readonly uses: readonly string[];
  readonly evaluate: (scope: Scope) => Value;
}

type Evaluate<Value = VariableValue> = (scope: Scope) => Value;
type Typed = { readonly type: FormulaType; readonly evaluate: Evaluate };

const degree = Math.PI / 180;

interface NumberFunction {
  readonly arity: readonly [least: number, most: number];
  readonly apply: (...values: number[]) => number;
}

/** Angles in and out are degrees. `round` takes halves away from zero; `mod` has the sign of the divisor. */
const numberFunctions: Readonly<Record<string, NumberFunction>> = {
  abs: { arity: [1, 1], apply: Math.abs },
  sign: { arity: [1, 1], apply: Math.sign },
  sqrt: { arity: [1, 1], apply: Math.sqrt },
  exp: { arity: [1, 1], apply: Math.exp },
  log: { arity: [1, 1], apply: Math.log },
  floor: { arity: [1, 1], apply: Math.floor },
  ceil: { arity: [1, 1], apply: Math.ceil },
  round: { arity: [1, 1], apply: (x) => Math.sign(x) * Math.round(Math.abs(x)) },
  mod: { arity: [2, 2], apply: (x, y) => x! - y! * Math.floor(x! / y!) },
  sin: { arity: [1, 1], apply: (x) => Math.sin(x! * degree) },
  cos: { arity: [1, 1], apply: (x) => Math.cos(x! * degree) },
  tan: { arity: [1, 1], apply: (x) => Math.tan(x! * degree) },
  asin: { arity: [1, 1], apply: (x) => Math.asin(x!) / degree },
  acos: { arity: [1, 1], apply: (x) => Math.acos(x!) / degree },
  atan: { arity: [1, 1], apply: (x) => Math.atan(x!) / degree },
  atan2: { arity: [2, 2], apply: (y, x) => Math.atan2(y!, x!) / degree },
  hypot: { arity: [1, 8], apply: Math.hypot },
  min: { arity: [1, 32], apply: Math.min },
  max: { arity: [1, 32], apply: Math.max },
};

/** Functions of named points (P) and curves (C). Angles run from x to the right over y down. */
const geometryFunctions: Readonly<
  Record<string, { readonly takes: string; readonly apply: (...of: never[]) => number }>
> = {
  x: { takes: 'P', apply: (p: Point) => p[0] },
  y: { takes: 'P', apply: (p: Point) => p[1] },
  dist: { takes: 'PP', apply: (p: Point, q: Point) => Math.hypot(q[0] - p[0], q[1] - p[1]) },
  angle: { takes: 'PP', apply: (p: Point, q: Point) => Math.atan2(q[1] - p[1], q[0] - p[0]) / degree },
  length: { takes: 'C', apply: (curve: Curve) => curve.length },
};

const constants: Readonly<Record<string, VariableValue>> = { pi: Math.PI, true: true, false: false };

/** The edge of a piece that is not part of a draft. */
export class AbsentEdgeError extends FormulaError {}

/** Names that a definition cannot give to its own things. */
export const reservedNames: ReadonlySet<string> = new Set([
  '__proto__',
  ...Object.keys(constants),
  ...Object.keys(numberFunctions),
  ...Object.keys(geometryFunctions),
]);

/** Reads and checks a formula. A number stands for itself. Throws `FormulaError`. */
export function compileFormula(source: string | number, names: Names): CompiledFormula {
  if (typeof source === 'number') {
    if (!Number.isFinite(source)) throw new FormulaError('not a finite number', 0);
    return { type: 'number', uses: [], evaluate: () => source };
  }
  const uses = new Set<string>();
  const { type, evaluate } = compile(parseFormula(source), names, uses);
  return { type, uses: [...uses], evaluate };
}

/** Like `compileFormula`, for places that take only a number. */
export function compileNumber(source: string | number, names: Names): CompiledFormula<number> {
  return expectType<number>(compileFormula(source, names), 'number');
}

/** Like `compileFormula`, for conditions. */
export function compileCondition(source: string, names: Names): CompiledFormula<boolean> {
  return expectType<boolean>(compileFormula(source, names), 'boolean');
}

function expectType<Value>(formula: CompiledFormula, type: FormulaType): CompiledFormula<Value> {
  if (formula.type !== type) throw new FormulaError(`gives a ${formula.type} where a ${type} is needed`, 0);
  return formula as CompiledFormula<unknown> as CompiledFormula<Value>;
}

function compile(formula: Formula, names: Names, uses: Set<string>): Typed {
  switch (formula.kind) {
    case 'number':
    case 'text': {
      const { value } = formula;
      return { type: formula.kind, evaluate: () => value };
    }
    case 'name':
      return compileName(formula.name, formula.at, names, uses);
    case 'unary': {
      if (formula.operator === '!') {
        const operand = of<boolean>('boolean', formula.operand, names, uses);
        return { type: 'boolean', evaluate: (scope) => !operand(scope) };
      }
      const operand = of<number>('number', formula.operand, names, uses);
      return { type: 'number', evaluate: formula.operator === '-' ? (scope) => -operand(scope) : operand };
    }
    case 'binary':
      return compileBinary(formula, names, uses);
    case 'conditional': {
      const test = of<boolean>('boolean', formula.test, names, uses);
      const yes = compile(formula.yes, names, uses);
      const no = compile(formula.no, names, uses);
      if (yes.type !== no.type)
        throw new FormulaError(`one way gives a ${yes.type}, the other a ${no.type}`, formula.at);
      return { type: yes.type, evaluate: (scope) => (test(scope) ? yes.evaluate(scope) : no.evaluate(scope)) };
    }
    case 'call':
      return compileCall(formula, names, uses);
  }
}

function compileName(name: string, at: number, names: Names, uses: Set<string>): Typed {
  if (Object.hasOwn(constants, name)) {
    const value = constants[name]!;
    return { type: typeof value === 'number' ? 'number' : 'boolean', evaluate: () => value };
  }
  const type = names.variables.get(name);
  if (type === undefined) {
    if (names.points.has(name) || names.curves.has(name)) {
      throw new FormulaError(`"${name}" is geometry: use x(${name}), dist(${name}, ...), length(...)`, at);
    }
    throw new FormulaError(`unknown name "${name}"${nearest(name, [...names.variables.keys()])}`, at);
  }
  uses.add(name);
  return { type, evaluate: (scope) => scope.variables.get(name)! };
}

function of<Value>(type: FormulaType, formula: Formula, names: Names, uses: Set<string>): Evaluate<Value> {
  const part = compile(formula, names, uses);
  if (part.type !== type) throw new FormulaError(`expected a ${type} but this is a ${part.type}`, formula.at);
  return part.evaluate as Evaluate<unknown> as Evaluate<Value>;
}

const finite = (value: number, what: string, at: number): number => {
  if (!Number.isFinite(value)) throw new FormulaError(`${what} has no finite result here`, at);
  return value;
};

const arithmetic: Partial<Record<BinaryOperator, (a: number, b: number) => number>> = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '/': (a, b) => a / b,
  '^': (a, b) => a ** b,
};

const comparison: Partial<Record<BinaryOperator, (a: number, b: number) => boolean>> = {
  '<': (a, b) => a < b,
  '<=': (a, b) => a <= b,
  '>': (a, b) => a > b,
  '>=': (a, b) => a >= b,
};

function compileBinary(formula: Extract<Formula, { kind: 'binary' }>, names: Names, uses: Set<string>): Typed {
  const { operator, at } = formula;
  const calculate = arithmetic[operator];
  const compare = comparison[operator];
  if (calculate || compare) {
    const left = of<number>('number', formula.left, names, uses);
    const right = of<number>('number', formula.right, names, uses);
    if (compare) return { type: 'boolean', evaluate: (scope) => compare(left(scope), right(scope)) };
    return { type: 'number', evaluate: (scope) => finite(calculate!(left(scope), right(scope)), operator, at) };
  }
  if (operator === '&&' || operator === '||') {
    const left = of<boolean>('boolean', formula.left, names, uses);
    const right = of<boolean>('boolean', formula.right, names, uses);
    const evaluate: Evaluate =
      operator === '&&' ? (scope) => left(scope) && right(scope) : (scope) => left(scope) || right(scope);
    return { type: 'boolean', evaluate };
  }
  const left = compile(formula.left, names, uses);
  const right = compile(formula.right, names, uses);
  if (left.type !== right.type) throw new FormulaError(`a ${left.type} is compared with a ${right.type}`, at);
  const equal = operator === '==';
  return { type: 'boolean', evaluate: (scope) => (left.evaluate(scope) === right.evaluate(scope)) === equal };
}

function compileCall(formula: Extract<Formula, { kind: 'call' }>, names: Names, uses: Set<string>): Typed {
  const { name, parameters, at } = formula;
  if (Object.hasOwn(numberFunctions, name)) {
    const { arity, apply } = numberFunctions[name]!;
    checkArity(name, arity, parameters.length, at);
    const values = parameters.map((parameter) => of<number>('number', parameter, names, uses));
    return { type: 'number', evaluate: (scope) => finite(apply(...values.map((value) => value(scope))), name, at) };
  }
  if (Object.hasOwn(geometryFunctions, name)) {
    const { takes, apply } = geometryFunctions[name]!;
    checkArity(name, [takes.length, takes.length], parameters.length, at);
    const things = parameters.map((parameter, i) => geometryName(parameter, takes[i]!, names, uses));
    const call = apply as (...of: unknown[]) => number;
    return { type: 'number', evaluate: (scope) => finite(call(...things.map((thing) => thing(scope))), name, at) };
  }
  if (name === 'edge') return compileEdge(formula, names);
  const functions = [...Object.keys(numberFunctions), ...Object.keys(geometryFunctions)];
  throw new FormulaError(`unknown function "${name}"${nearest(name, functions)}`, at);
}

/** `edge("front.side")`: the length of an edge of a drafted piece. */
function compileEdge({ parameters, at }: Extract<Formula, { kind: 'call' }>, { edges }: Names): Typed {
  if (!edges) throw new FormulaError('edge is known only to seams and finished measurements', at);
  checkArity('edge', [1, 1], parameters.length, at);
  const [name] = parameters;
  if (name?.kind !== 'text') throw new FormulaError('expected the name of an edge, such as "front.side"', at);
  const { value } = name;
  if (!edges.has(value)) throw new FormulaError(`unknown edge "${value}"${nearest(value, [...edges])}`, name.at);
  const evaluate = (scope: Scope): number => {
    const length = scope.edges?.get(value);
    if (length === undefined) throw new AbsentEdgeError(`this draft has no edge "${value}"`, name.at);
    return length;
  };
  return { type: 'number', evaluate };
}

function checkArity(name: string, [least, most]: readonly [number, number], count: number, at: number): void {
  if (count >= least && count <= most) return;
  const wanted = least === most ? `${least}` : `${least} to ${most}`;
  throw new FormulaError(`${name} takes ${wanted} argument${most === 1 ? '' : 's'}, not ${count}`, at);
}

function geometryName(formula: Formula, kind: string, names: Names, uses: Set<string>): Evaluate<unknown> {
  const what = kind === 'P' ? 'point' : 'curve';
  const known = kind === 'P' ? names.points : names.curves;
  if (formula.kind !== 'name' && formula.kind !== 'text')
    throw new FormulaError(`expected the name of a ${what}`, formula.at);
  // a name with other characters, such as front.hem, stands in quotes
  const name = formula.kind === 'name' ? formula.name : formula.value;
  if (!known.has(name)) throw new FormulaError(`unknown ${what} "${name}"${nearest(name, [...known])}`, formula.at);
  uses.add(name);
  return kind === 'P' ? (scope) => scope.points.get(name)! : (scope) => scope.curves.get(name)!;
}
