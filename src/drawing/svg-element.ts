/** An element of an SVG file, as any XML reader reads it. */
export interface SvgElement {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly SvgElement[];
  readonly text: string;
}

export class SvgError extends Error {
  override readonly name = 'SvgError';
}

/** `svg:path` is a path. */
export const localName = ({ name }: SvgElement): string => name.slice(name.indexOf(':') + 1);

/** The prefix of a name with its colon; empty where it has none. */
export const prefixOf = ({ name }: SvgElement): string => name.slice(0, name.indexOf(':') + 1);

/** Its label, title or id; empty where it has none. */
export const labelOf = (element: SvgElement): string =>
  element.attributes.get('inkscape:label') ??
  element.children.find((child) => localName(child) === 'title')?.text.trim() ??
  element.attributes.get('id') ??
  '';

export const describe = (element: SvgElement): string => `<${element.name}> ${JSON.stringify(labelOf(element))}`;

/** The target of a `use`. */
export const referenceOf = ({ attributes }: SvgElement): string =>
  [...attributes].find(([key]) => /^(\w+:)?href$/.test(key))?.[1] ?? '';

/** Inkscape keeps the letters of a text converted to paths as a label, and its font or id. */
export const isTextAsPaths = ({ attributes }: SvgElement, name: string): boolean =>
  (name === 'g' || name === 'path') &&
  attributes.has('aria-label') &&
  (/\bfont-/.test(attributes.get('style') ?? '') || /^(text|tspan)/.test(attributes.get('id') ?? ''));

/** The child of a switch: for readers of every language, else the first that needs no extension. None: an empty list. */
export function chosenOf({ children }: SvgElement): SvgElement[] {
  const known = children.filter(
    (child) => localName(child) !== 'foreignObject' && !child.attributes.get('requiredExtensions'),
  );
  const chosen = known.find(({ attributes }) => !attributes.has('systemLanguage')) ?? known[0];
  return chosen ? [chosen] : [];
}
