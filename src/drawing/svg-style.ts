/**
 * The properties of the elements of an SVG: attributes, rules of `<style>` and `style` attributes, as CSS ranks them.
 * Selectors are nested names, ids and classes. Rules of other kinds are counted where they could matter.
 */
import { localName, type SvgElement } from './svg-element.js';

/** Properties that decide whether, where and in which shape an element is drawn. */
const known = new Set([
  ...['display', 'visibility', 'opacity', 'fill', 'fill-opacity', 'stroke', 'stroke-opacity', 'stroke-width'],
  ...['clip-path', 'mask'],
  ...['transform', 'transform-origin', 'transform-box', 'rotate', 'scale', 'translate'],
  ...['x', 'y', 'width', 'height', 'cx', 'cy', 'r', 'rx', 'ry', 'd'],
]);
/** Names of properties with another meaning as attributes. */
const noAttribute = new Set(['rotate', 'scale', 'translate']);

interface Declaration {
  readonly value: string;
  readonly important: boolean;
}

type Declarations = ReadonlyMap<string, Declaration>;

/** Simple selectors of one element. */
interface Compound {
  readonly names: readonly string[];
  readonly ids: readonly string[];
  readonly classes: readonly string[];
  /** Whether the compound before it matches the parent alone, not any ancestor. */
  readonly child: boolean;
}

interface Rule {
  readonly selector: readonly Compound[];
  readonly specificity: number;
  readonly declarations: Declarations;
}

export class SvgStyles {
  readonly #rules: readonly Rule[];
  readonly #parents: ReadonlyMap<SvgElement, SvgElement>;
  readonly #inline = new Map<SvgElement, Declarations>();
  /** Rules with such properties that the reader does not understand. */
  readonly ignored: number;

  /** @param sheets texts of the `<style>` elements */
  constructor(sheets: readonly string[], parents: ReadonlyMap<SvgElement, SvgElement>) {
    const rules: Rule[] = [];
    let ignored = 0;
    for (const { selectors, body } of sheets.flatMap((sheet) => [...rulesOf(sheet)])) {
      const declarations = declarationsOf(body);
      if (declarations.size === 0) continue;
      for (const text of selectors.split(',')) {
        const selector = selectorOf(text.trim());
        if (selector) rules.push({ selector, specificity: specificityOf(selector), declarations });
        else ignored += 1;
      }
    }
    // a stable sort: of equal rules the later one wins
    this.#rules = rules.sort((a, b) => a.specificity - b.specificity);
    this.#parents = parents;
    this.ignored = ignored;
  }

  /** The element's own value of a property; undefined: none, or the inherited one. */
  value(element: SvgElement, property: string): string | undefined {
    const attribute = noAttribute.has(property) ? undefined : element.attributes.get(property);
    let best = attribute === undefined ? undefined : { value: attribute.trim(), important: false };
    for (const { selector, declarations } of this.#rules) {
      const declaration = declarations.get(property);
      if (!declaration || (best?.important && !declaration.important)) continue;
      if (this.#matches(element, selector)) best = declaration;
    }
    const inline = this.#inlineOf(element).get(property);
    if (inline && !(best?.important && !inline.important)) best = inline;
    return best?.value === 'inherit' ? undefined : best?.value;
  }

  #inlineOf(element: SvgElement): Declarations {
    let declarations = this.#inline.get(element);
    if (!declarations) {
      declarations = declarationsOf(element.attributes.get('style') ?? '');
      this.#inline.set(element, declarations);
    }
    return declarations;
  }

  #matches(element: SvgElement, selector: readonly Compound[]): boolean {
    const own = selector.at(-1)!;
    if (!isCompound(element, own)) return false;
    const rest = selector.slice(0, -1);
    if (rest.length === 0) return true;
    for (let above = this.#parents.get(element); above; above = this.#parents.get(above)) {
      if (this.#matches(above, rest)) return true;
      if (own.child) return false;
    }
    return false;
  }
}

function isCompound(element: SvgElement, { names, ids, classes }: Compound): boolean {
  const own = (element.attributes.get('class') ?? '').split(/\s+/);
  return (
    names.every((name) => name === localName(element)) &&
    ids.every((id) => id === element.attributes.get('id')) &&
    classes.every((name) => own.includes(name))
  );
}

/** Rules outside of others; the content of an at-rule (@media, @font-face) comes with an invalid selector. */
function* rulesOf(sheet: string): Generator<{ selectors: string; body: string }> {
  const text = sheet.replace(/\/\*[\s\S]*?\*\//g, '').replace(/<!--|-->/g, '');
  for (let at = 0; at < text.length; ) {
    const open = text.indexOf('{', at);
    if (open === -1) return;
    let [end, depth] = [open + 1, 1];
    for (; end < text.length && depth > 0; end++) depth += text[end] === '{' ? 1 : text[end] === '}' ? -1 : 0;
    // statements such as @import end with a semicolon
    const selectors = text.slice(at, open).split(';').at(-1)!.trim();
    const body = text.slice(open + 1, end - 1);
    const isBlock = selectors.startsWith('@');
    if (!isBlock) yield { selectors, body };
    else if (/^@media/i.test(selectors)) for (const inner of rulesOf(body)) yield { selectors: '@', body: inner.body };
    at = end;
  }
}

function declarationsOf(text: string): Declarations {
  const declarations = new Map<string, Declaration>();
  for (const [, name, value] of text.matchAll(/([\w-]+)\s*:\s*((?:"[^"]*"|'[^']*'|\([^)]*\)|[^;"'(])+)/g)) {
    const property = name!.toLowerCase();
    if (!known.has(property)) continue;
    const important = /!\s*important\s*$/i.test(value!);
    declarations.set(property, { value: value!.replace(/!\s*important\s*$/i, '').trim(), important });
  }
  return declarations;
}

/** Null: it needs more than names, ids and classes. */
function selectorOf(text: string): Compound[] | null {
  const compounds: Compound[] = [];
  let child = false;
  for (const word of text.replace(/\s*>\s*/g, ' > ').split(/\s+/)) {
    if (word === '>') {
      child = true;
      continue;
    }
    const name = String.raw`(?:[\w-]|[^\x00-\x7f])+`;
    if (!new RegExp(`^(?:\\*|${name})?(?:[.#]${name})*$`).test(word) || word === '') return null;
    const parts = word.match(new RegExp(`[.#]?${name}`, 'g')) ?? [];
    compounds.push({
      names: parts.filter((part) => !/^[.#]/.test(part)),
      ids: parts.filter((part) => part.startsWith('#')).map((part) => part.slice(1)),
      classes: parts.filter((part) => part.startsWith('.')).map((part) => part.slice(1)),
      child,
    });
    child = false;
  }
  return compounds.length > 0 && !child ? compounds : null;
}

const specificityOf = (selector: readonly Compound[]): number =>
  selector.reduce((sum, { ids, classes, names }) => sum + 1e6 * ids.length + 1e3 * classes.length + names.length, 0);
