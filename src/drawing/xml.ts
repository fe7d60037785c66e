/** Reads the XML of drawings and pattern programs: elements, attributes, texts. No document types, few entities. */

export interface XmlElement {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: XmlElement[];
  text: string;
}

/** `at` counts characters from 0. */
export class XmlError extends Error {
  override readonly name = 'XmlError';
  readonly at: number;

  constructor(message: string, at: number) {
    super(`${message} (at character ${at + 1})`);
    this.at = at;
  }
}

const maxLength = 16 * 1024 * 1024;
const maxDepth = 64;
const token =
  /<!--[\s\S]*?-->|<\?[\s\S]*?\?>|<!\[CDATA\[([\s\S]*?)\]\]>|<(\/?)([\w.:-]+)((?:\s+[\w.:-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>|([^<]+)|(<)/gy;
const attribute = /([\w.:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

/** The root element. Throws `XmlError`. */
export function readXml(source: string): XmlElement {
  if (source.length > maxLength) throw new XmlError('the file is too long', maxLength);
  const root: XmlElement = { name: '', attributes: new Map(), children: [], text: '' };
  const stack = [root];
  for (const match of source.replace(/^\uFEFF/, '').matchAll(token)) {
    const [, cdata, closing, name, attributes, empty, text, stray] = match;
    const top = stack.at(-1)!;
    if (stray !== undefined) throw new XmlError('this is not an XML element', match.index);
    if (cdata !== undefined) top.text += cdata;
    else if (text !== undefined) top.text += decode(text);
    else if (closing === '/') {
      if (stack.length < 2 || top.name !== name) throw new XmlError(`unexpected end of <${name}>`, match.index);
      stack.pop();
    } else if (name !== undefined) {
      const pairs = [...(attributes ?? '').matchAll(attribute)].map(([, key, double, single]): [string, string] => [
        key!,
        decode(double ?? single ?? ''),
      ]);
      const element: XmlElement = { name, attributes: new Map(pairs), children: [], text: '' };
      top.children.push(element);
      if (!empty) stack.push(element);
      if (stack.length > maxDepth) throw new XmlError(`elements nest deeper than ${maxDepth}`, match.index);
    }
  }
  if (stack.length > 1) throw new XmlError(`<${stack.at(-1)!.name}> does not end`, source.length);
  const [element] = root.children;
  if (!element) throw new XmlError('the file has no element', 0);
  return element;
}

const named: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

const decode = (text: string): string =>
  text.replace(
    /&(?:#(\d{1,7})|#x([\da-fA-F]{1,6})|(\w+));/g,
    (whole, decimal?: string, hex?: string, name?: string) => {
      if (name !== undefined) return Object.hasOwn(named, name) ? named[name]! : whole;
      const code = decimal === undefined ? Number.parseInt(hex!, 16) : Number(decimal);
      return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    },
  );

/** All elements of a name below one, in document order. */
export function* descendants(element: XmlElement, ...names: string[]): Generator<XmlElement> {
  for (const child of element.children) {
    if (names.includes(child.name)) yield child;
    yield* descendants(child, ...names);
  }
}

/** The first child of a name. */
export const childOf = (element: XmlElement, name: string): XmlElement | undefined =>
  element.children.find((child) => child.name === name);

export const childText = (element: XmlElement, name: string): string => childOf(element, name)?.text.trim() ?? '';
