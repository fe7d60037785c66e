/**
 * Reads formulas: numbers, names, + - * / ^, comparisons, && || !, `test ? yes : no`, "text" and calls. The language
 * has no members, assignments or loops. Its size is bounded, so that reading and evaluating take time in proportion to
 * a short text. A Pratt parser: each operator has a binding power.
 */

export const formulaLimits = { length: 2000, nodes: 500, depth: 60 } as const;

export type Formula =
  | { readonly kind: 'number'; readonly value: number; readonly at: number }
  | { readonly kind: 'text'; readonly value: string; readonly at: number }
  | { readonly kind: 'name'; readonly name: string; readonly at: number }
  | { readonly kind: 'unary'; readonly operator: '-' | '+' | '!'; readonly operand: Formula; readonly at: number }
  | {
      readonly kind: 'binary';
      readonly operator: BinaryOperator;
      readonly left: Formula;
      readonly right: Formula;
      readonly at: number;
    }
  | {
      readonly kind: 'conditional';
      readonly test: Formula;
      readonly yes: Formula;
      readonly no: Formula;
      readonly at: number;
    }
  | { readonly kind: 'call'; readonly name: string; readonly parameters: readonly Formula[]; readonly at: number };

export type BinaryOperator = '+' | '-' | '*' | '/' | '^' | '<' | '<=' | '>' | '>=' | '==' | '!=' | '&&' | '||';

/** A formula that cannot be read or evaluated; `at` counts characters from 0. */
export class FormulaError extends Error {
  override readonly name = 'FormulaError';
  readonly at: number;

  constructor(message: string, at: number) {
    super(message);
    this.at = at;
  }
}

/** Left and right binding power; a lower right power makes an operator group to the right. */
const infix: Readonly<Record<BinaryOperator | '?', readonly [left: number, right: number]>> = {
  '?': [2, 1],
  '||': [3, 4],
  '&&': [5, 6],
  '==': [7, 8],
  '!=': [7, 8],
  '<': [9, 10],
  '<=': [9, 10],
  '>': [9, 10],
  '>=': [9, 10],
  '+': [11, 12],
  '-': [11, 12],
  '*': [13, 14],
  '/': [13, 14],
  '^': [18, 17],
};
const prefixPower = 15;

type Token =
  | { readonly kind: 'number'; readonly value: number; readonly at: number }
  | { readonly kind: 'text' | 'name' | 'sign'; readonly value: string; readonly at: number }
  | { readonly kind: 'end'; readonly value: ''; readonly at: number };

const lexeme =
  /[ \t\r\n]*(?:(\d+(?:\.\d*)?(?:[eE][+-]?\d+)?|\.\d+(?:[eE][+-]?\d+)?)|([A-Za-z_][A-Za-z0-9_]*)|"([^"\\]*)"|(<=|>=|==|!=|&&|\|\||[-+*/^<>!?:(),]))/y;

export function parseFormula(source: string): Formula {
  if (source.length > formulaLimits.length) {
    throw new FormulaError(
      `a formula has at most ${formulaLimits.length} characters, this one ${source.length}`,
      formulaLimits.length,
    );
  }
  return new Parser(source).parse();
}

class Parser {
  readonly #source: string;
  #position = 0;
  #token: Token;
  #nodes = 0;

  constructor(source: string) {
    this.#source = source;
    this.#token = this.#read();
  }

  parse(): Formula {
    const formula = this.#expression(0, 1);
    if (this.#token.kind !== 'end') throw this.#unexpected();
    return formula;
  }

  #read(): Token {
    lexeme.lastIndex = this.#position;
    const match = lexeme.exec(this.#source);
    if (!match) {
      const at = this.#position + (/^[ \t\r\n]*/.exec(this.#source.slice(this.#position))?.[0].length ?? 0);
      if (at >= this.#source.length) return { kind: 'end', value: '', at };
      throw new FormulaError(`unexpected character ${JSON.stringify(this.#source[at])}`, at);
    }
    this.#position = lexeme.lastIndex;
    const [whole, number, name, text, sign] = match;
    const at = this.#position - whole.trimStart().length;
    if (number !== undefined) {
      const value = Number(number);
      if (!Number.isFinite(value)) throw new FormulaError(`the number ${number} is too large`, at);
      return { kind: 'number', value, at };
    }
    if (name !== undefined) return { kind: 'name', value: name, at };
    if (text !== undefined) return { kind: 'text', value: text, at };
    return { kind: 'sign', value: sign!, at };
  }

  #next(): Token {
    const token = this.#token;
    this.#token = this.#read();
    return token;
  }

  #unexpected(): FormulaError {
    const { kind, value, at } = this.#token;
    return new FormulaError(kind === 'end' ? 'the formula ends too early' : `unexpected ${JSON.stringify(value)}`, at);
  }

  #expect(sign: string): void {
    if (this.#token.kind !== 'sign' || this.#token.value !== sign) {
      if (this.#token.kind === 'end') throw this.#unexpected();
      throw new FormulaError(
        `expected ${JSON.stringify(sign)} but found ${JSON.stringify(this.#token.value)}`,
        this.#token.at,
      );
    }
    this.#next();
  }

  #node<Node extends Formula>(node: Node): Node {
    if (++this.#nodes > formulaLimits.nodes)
      throw new FormulaError(`a formula has at most ${formulaLimits.nodes} parts`, node.at);
    return node;
  }

  #expression(power: number, depth: number): Formula {
    if (depth > formulaLimits.depth)
      throw new FormulaError(`a formula nests at most ${formulaLimits.depth} deep`, this.#token.at);
    let left = this.#prefix(depth);
    for (;;) {
      const { kind, value, at } = this.#token;
      if (kind !== 'sign' || !Object.hasOwn(infix, value)) return left;
      const operator = value as BinaryOperator | '?';
      const [leftPower, rightPower] = infix[operator];
      if (leftPower < power) return left;
      this.#next();
      if (operator === '?') {
        const yes = this.#expression(0, depth + 1);
        this.#expect(':');
        left = this.#node({ kind: 'conditional', test: left, yes, no: this.#expression(rightPower, depth + 1), at });
      } else {
        left = this.#node({ kind: 'binary', operator, left, right: this.#expression(rightPower, depth + 1), at });
      }
    }
  }

  #prefix(depth: number): Formula {
    const token = this.#token;
    if (token.kind === 'end') throw this.#unexpected();
    if (token.kind === 'number') {
      this.#next();
      return this.#node({ kind: 'number', value: token.value, at: token.at });
    }
    if (token.kind === 'text') {
      this.#next();
      return this.#node({ kind: 'text', value: token.value, at: token.at });
    }
    if (token.kind === 'name') {
      this.#next();
      if (this.#token.kind === 'sign' && this.#token.value === '(') return this.#call(token.value, token.at, depth);
      return this.#node({ kind: 'name', name: token.value, at: token.at });
    }
    if (token.value === '(') {
      this.#next();
      const inner = this.#expression(0, depth + 1);
      this.#expect(')');
      return inner;
    }
    if (token.value === '-' || token.value === '+' || token.value === '!') {
      this.#next();
      const operand = this.#expression(prefixPower, depth + 1);
      return this.#node({ kind: 'unary', operator: token.value, operand, at: token.at });
    }
    throw this.#unexpected();
  }

  #call(name: string, at: number, depth: number): Formula {
    this.#expect('(');
    const parameters: Formula[] = [];
    if (!(this.#token.kind === 'sign' && this.#token.value === ')')) {
      parameters.push(this.#expression(0, depth + 1));
      while (this.#token.kind === 'sign' && this.#token.value === ',') {
        this.#next();
        parameters.push(this.#expression(0, depth + 1));
      }
    }
    this.#expect(')');
    return this.#node({ kind: 'call', name, parameters, at });
  }
}
