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
