/**
 * Translates formulas of Seamly2D and Valentina (muParser) into those of a definition. In the source, angles run
 * counterclockwise (y up), and sin, cos and tan take radians. Here angles run clockwise (y down), all in degrees.
 */

/** Looks up the names in formulas. Each function gives the name in the definition, or undefined. */
export interface FormulaNames {
  readonly variable: (label: string) => string | undefined;
  /** Finds two points by their labels. */
  readonly pair: (a: string, b: string) => readonly [string, string] | undefined;
  /** Finds a curve by its name in formulas, such as `Spl_A_B`. */
  readonly curve: (label: string) => string | undefined;
  /** The formula for a curve's angle, handle or radius, such as `Angle1Spl_A_B`. */
  readonly value?: (label: string) => string | undefined;
  /** The reason why a name was lost. */
  readonly lost?: (label: string) => string | undefined;
  /** The formula for `CurrentLength`: the length of the line or curve that the tool divides. */
  readonly current?: string;
}

/** A tool, piece or formula that a definition cannot express. The message is a clause that says why. */
export class TranslationError extends Error {
  override readonly name = 'TranslationError';
  /** The reason of the earlier loss that caused this one. */
  readonly root: string | undefined;

  constructor(message: string, root?: string) {
    super(message);
    this.root = root;
  }
}

const token =
  /\s*(?:(\d+(?:[.,]\d+)?(?:[eE][+-]?\d+)?|\.\d+)|([#@]?[\p{L}_][\p{L}\p{N}\p{M}_'’]*)|(<=|>=|==|!=|&&|\|\||[-+*/^()<>?:,;!]))/uy;

/** Functions of the same meaning here, by their names there. */
const sameFunctions: Readonly<Record<string, string>> = {
  sqrt: 'sqrt',
  abs: 'abs',
  min: 'min',
  max: 'max',
  sign: 'sign',
  exp: 'exp',
  ln: 'log',
  sinD: 'sin',
  cosD: 'cos',
  tanD: 'tan',
  asinD: 'asin',
  acosD: 'acos',
  atanD: 'atan',
};

/** Functions that are formulas of their arguments here. */
const expressions: Readonly<Record<string, (...values: string[]) => string>> = {
  sin: (x) => `sin((${x}) * 180 / pi)`,
  cos: (x) => `cos((${x}) * 180 / pi)`,
  tan: (x) => `tan((${x}) * 180 / pi)`,
  asin: (x) => `(asin(${x}) * pi / 180)`,
  acos: (x) => `(acos(${x}) * pi / 180)`,
  atan: (x) => `(atan(${x}) * pi / 180)`,
  atan2: (y, x) => `(atan2(${y},${x}) * pi / 180)`,
  degTorad: (x) => `((${x}) * pi / 180)`,
  radTodeg: (x) => `((${x}) * 180 / pi)`,
  log: (x) => `(log(${x}) / log(10))`,
  log10: (x) => `(log(${x}) / log(10))`,
  log2: (x) => `(log(${x}) / log(2))`,
  rint: (x) => `floor((${x}) + 0.5)`,
  r2cm: (x) => `(floor((${x}) * 10 + 0.5) / 10)`,
  /** Has the sign of the dividend there. */
  fmod: (x, y) => `(sign(${x}) * mod(abs(${x}),abs(${y})))`,
  sum: (...all) => `(${total(all)})`,
  avg: (...all) => `((${total(all)}) / ${all.length})`,
};

const total = (values: readonly string[]): string => values.map((value) => `(${value})`).join(' + ');

/** The longest text of a value. A formula may grow at each name that it assigns, and at each function that repeats a value. */
const longest = 5000;

/**
 * Translates a formula. Semicolons may separate several: all but the last assign a value to a name.
 *
 * @throws TranslationError if the formula cannot be read, or uses an unknown name or function
 */
export function translateFormula(source: string, names: FormulaNames): string {
  const assigned = new Map<string, string>();
  const variable = (label: string): string | undefined => assigned.get(label) ?? names.variable(label);
  const statements = statementsOf(source);
  for (const statement of statements.slice(0, -1)) {
    const [, name, value] = assignment.exec(statement) ?? [];
    if (name === undefined) throw new TranslationError(`"${source.trim()}" has several results`);
    if (names.variable(name) !== undefined)
      throw new TranslationError(`the formula assigns a value to the variable ${name}`);
    const text = `(${translateOne(value!, { ...names, variable })})`;
    if (text.length > longest) throw new TranslationError(`the formula is longer than ${longest} characters`);
    assigned.set(name, text);
  }
  return translateOne(statements.at(-1)!, { ...names, variable });
}

const assignment = /^\s*([#@]?[\p{L}_][\p{L}\p{N}\p{M}_'’]*)\s*=(?!=)([\s\S]*)$/u;

/** Splits at semicolons. A semicolon inside brackets separates arguments of a function. */
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
  if (trimmed === '') throw new TranslationError('the formula is empty');
  token.lastIndex = 0;
  /** The formula and its open brackets, with the function that each belongs to. */
  const open: Bracket[] = [{ name: null, values: [''] }];
  const write = (text: string): void => {
    const { values } = open.at(-1)!;
    values[values.length - 1] += text;
  };
  let pending: string | null = null;
  while (token.lastIndex < trimmed.length) {
    const at = token.lastIndex;
    const match = token.exec(trimmed);
    if (!match) throw new TranslationError(`"${trimmed.slice(at, at + 12)}" in "${trimmed}" cannot be read`);
    const [, number, name, sign] = match;
    if (number !== undefined) write(number.replace(',', '.'));
    else if (name !== undefined) {
      if (/^\s*\(/.test(trimmed.slice(token.lastIndex))) pending = name;
      else write(reference(name, names));
    } else if (sign === '(') {
      open.push({ name: pending, values: [''] });
      pending = null;
    } else if (sign === ')') {
      if (open.length === 1) throw new TranslationError(`"${trimmed}" has an unexpected ")"`);
      write(closed(open.pop()!));
    } else if (sign === ';' || sign === ',') open.at(-1)!.values.push('');
    else write(` ${sign} `);
  }
  if (open.length > 1) throw new TranslationError(`"${trimmed}" has a "(" that is not closed`);
  return open[0]!.values.join(',').trim();
}

interface Bracket {
  readonly name: string | null;
  readonly values: string[];
}

function closed({ name, values }: Bracket): string {
  if (name === null) return `(${values.join(',')})`;
  if (Object.hasOwn(sameFunctions, name)) return `${sameFunctions[name]}(${values.join(',')})`;
  const expression = Object.hasOwn(expressions, name) ? expressions[name]! : null;
  if (!expression) throw new TranslationError(`the function ${name} is unknown`);
  const takes = expression.length;
  if (takes > 0 && takes !== values.length)
    throw new TranslationError(`the function ${name} takes ${takes === 1 ? 'one value' : `${takes} values`}`);
  const text = expression(...values.map((value) => value.trim()));
  if (text.length > longest) throw new TranslationError(`the formula is longer than ${longest} characters`);
  return text;
}

function reference(label: string, names: FormulaNames): string {
  const variable = names.variable(label);
  if (variable !== undefined) return variable;
  if (label === '_pi' || label === 'pi') return 'pi';
  if (label === '_e') return 'exp(1)';
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
  if (lost !== undefined) throw new TranslationError(`${label} depends on something left out (${lost})`, lost);
  throw new TranslationError(`the name ${label} is unknown`);
}

/** Finds the points A and B of `Line_A_B`. Labels may contain underscores, so it tries every split. */
function pairOf(label: string, prefix: string, { pair }: FormulaNames): readonly [string, string] | null {
  if (!label.startsWith(prefix)) return null;
  const parts = label.slice(prefix.length).split('_');
  for (let i = 1; i < parts.length; i++) {
    const found = pair(parts.slice(0, i).join('_'), parts.slice(i).join('_'));
    if (found) return found;
  }
  return null;
}
