/**
 * Translates formulas of Seamly2D and Valentina (muParser) into those of a definition. Angles there run against the clock
 * (y up), here with it (y down); sin, cos and tan there take radians, here degrees.
 */

/** Where names of formulas come from. Each answers the name in the definition, or undefined. */
export interface FormulaNames {
  readonly variable: (label: string) => string | undefined;
  /** Two points by their labels. */
  readonly pair: (a: string, b: string) => readonly [string, string] | undefined;
  /** Curves by the name under which formulas know them, e.g. `Spl_A_B`. */
  readonly curve: (label: string) => string | undefined;
  /** Formulas of what curves have besides a length, e.g. `Angle1Spl_A_B`. */
  readonly value?: (label: string) => string | undefined;
  /** Why a name that should be there is not. */
  readonly lost?: (label: string) => string | undefined;
  /** What `CurrentLength` stands for: the length of what the tool divides. */
  readonly current?: string;
}

/** A formula beyond the language of a definition. */
export class TranslationError extends Error {
  override readonly name = 'TranslationError';
  /** The earlier loss behind this one, with its reason. */
  readonly root: string | undefined;

  constructor(message: string, root?: string) {
    super(message);
    this.root = root;
  }
}

const token =
  /\s*(?:(\d+(?:[.,]\d+)?(?:[eE][+-]?\d+)?|\.\d+)|([#@]?[\p{L}_][\p{L}\p{N}\p{M}_'’]*)|(<=|>=|==|!=|&&|\|\||[-+*/^()<>?:,;!]))/uy;

/** Functions with the same meaning: our name for each. */
const sameFunctions: Readonly<Record<string, string>> = {
  sqrt: 'sqrt',
  abs: 'abs',
  min: 'min',
  max: 'max',
  sign: 'sign',
  rint: 'round',
  r2cm: 'round',
  fmod: 'mod',
  exp: 'exp',
  ln: 'log',
  log: 'log',
  sinD: 'sin',
  cosD: 'cos',
  tanD: 'tan',
  asinD: 'asin',
  acosD: 'acos',
  atanD: 'atan',
};
/** Functions of radians: what goes in, or comes out, is turned. */
const radianFunctions = new Set(['sin', 'cos', 'tan']);
const radianResults = new Set(['asin', 'acos', 'atan']);

/** Of formulas that assign names to values first, the text may grow at each name. */
const longest = 5000;

/** A formula, or several of them behind semicolons: those before the last give names to values. */
export function translateFormula(source: string, names: FormulaNames): string {
  const assigned = new Map<string, string>();
  const variable = (label: string): string | undefined => assigned.get(label) ?? names.variable(label);
  const statements = statementsOf(source);
  for (const statement of statements.slice(0, -1)) {
    const [, name, value] = assignment.exec(statement) ?? [];
    if (name === undefined) throw new TranslationError(`several results in "${source.trim()}"`);
    if (names.variable(name) !== undefined) throw new TranslationError(`an assignment to the variable ${name}`);
    const text = `(${translateOne(value!, { ...names, variable })})`;
    if (text.length > longest) throw new TranslationError(`a formula of more than ${longest} characters`);
    assigned.set(name, text);
  }
  return translateOne(statements.at(-1)!, { ...names, variable });
}

const assignment = /^\s*([#@]?[\p{L}_][\p{L}\p{N}\p{M}_'’]*)\s*=(?!=)([\s\S]*)$/u;

/** Semicolons between brackets stand between the arguments of a function. */
function statementsOf(source: string): string[] {
  const statements = [''];
  let depth = 0;
  for (const sign of source) {
    if (sign === '(') depth++;
    if (sign === ')') depth--;
    if (sign === ';' && depth === 0) statements.push('');
    else statements[statements.length - 1] += sign;
  }
  return statements;
}

function translateOne(source: string, names: FormulaNames): string {
  const trimmed = source.trim();
  if (trimmed === '') throw new TranslationError('an empty formula');
  token.lastIndex = 0;
  const out: string[] = [];
  /** The closing text of the call opened at this depth. */
  const closings: string[] = [];
  let pending: string | null = null;
  while (token.lastIndex < trimmed.length) {
    const at = token.lastIndex;
    const match = token.exec(trimmed);
    if (!match) throw new TranslationError(`cannot read "${trimmed.slice(at, at + 12)}" in "${trimmed}"`);
    const [, number, name, sign] = match;
    if (number !== undefined) out.push(number.replace(',', '.'));
    else if (name !== undefined) {
      if (/^\s*\(/.test(trimmed.slice(token.lastIndex))) pending = name;
      else out.push(reference(name, names));
    } else if (sign === '(') {
      const [open, close] = pending === null ? ['(', ')'] : call(pending);
      pending = null;
      out.push(open);
      closings.push(close);
    } else if (sign === ')') {
      const close = closings.pop();
      if (close === undefined) throw new TranslationError(`an unexpected ")" in "${trimmed}"`);
      out.push(close);
    } else out.push(sign === ';' ? ',' : ` ${sign} `);
  }
  if (closings.length > 0) throw new TranslationError(`a "(" is not closed in "${trimmed}"`);
  return out.join('').trim();
}

function call(name: string): [open: string, close: string] {
  if (Object.hasOwn(sameFunctions, name)) return [`${sameFunctions[name]}(`, ')'];
  if (radianFunctions.has(name)) return [`${name}((`, ') * 180 / pi)'];
  if (radianResults.has(name)) return [`(${name}(`, ') * pi / 180)'];
  if (name === 'degTorad') return ['((', ') * pi / 180)'];
  if (name === 'radTodeg') return ['((', ') * 180 / pi)'];
  throw new TranslationError(`the function ${name}`);
}

function reference(label: string, names: FormulaNames): string {
  const variable = names.variable(label);
  if (variable !== undefined) return variable;
  if (label === '_pi' || label === 'pi') return 'pi';
  if (label === 'CurrentLength' && names.current !== undefined) return names.current;
  const curve = names.curve(label);
  if (curve !== undefined) return `length(${curve})`;
  const value = names.value?.(label);
  if (value !== undefined) return `(${value})`;
  const line = pairOf(label, 'Line_', names);
  if (line) return `dist(${line[0]}, ${line[1]})`;
  const angle = pairOf(label, 'AngleLine_', names);
  if (angle) return `mod(-angle(${angle[0]}, ${angle[1]}), 360)`;
  const lost = names.lost?.(label);
  if (lost !== undefined) throw new TranslationError(`${label} needs what was left out (${lost})`, lost);
  throw new TranslationError(`the name ${label}`);
}

/** `Line_A_B` -> the points A and B; labels may have underscores of their own, so every split is tried. */
function pairOf(label: string, prefix: string, { pair }: FormulaNames): readonly [string, string] | null {
  if (!label.startsWith(prefix)) return null;
  const parts = label.slice(prefix.length).split('_');
  for (let i = 1; i < parts.length; i++) {
    const found = pair(parts.slice(0, i).join('_'), parts.slice(i).join('_'));
    if (found) return found;
  }
  return null;
}
