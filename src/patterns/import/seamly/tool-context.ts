/** The translation of a tool reads its inputs from a context, and adds its results there. */

import type { XmlElement } from '../../../drawing/xml.js';
import { TranslationError } from './translate-formula.js';

export type Construction = Readonly<Record<string, unknown>>;

/** A curve of the source, with everything that tools and formulas ask about it. Angles are the source's. */
export interface SourceCurve {
  /** Its name in the definition. */
  readonly name: string;
  /** Its names in formulas; the first one is its main label. */
  readonly labels: readonly string[];
  /** The labels of its first and last point, if it has them. */
  readonly ends?: readonly [first: string, last: string];
  /** The circle of an arc. */
  readonly circle?: { readonly center: string; readonly radius: string };
  /** Formulas for its values, by the word before its label: `Angle1`, `C1Length`, `Radius`. */
  readonly values?: Readonly<Record<string, string>>;
  /** First or second part of a divided curve. */
  readonly part?: 1 | 2;
  /** The names of its points, if it has segments. */
  readonly nodes?: readonly string[];
  /** True if the source draws it finer than other curves. */
  readonly isFine?: boolean;
}

export interface ToolContext {
  /** The name in the definition of the point with this id. @throws TranslationError if it is missing */
  readonly point: (id: string) => string;
  /** The curve with this id. @throws TranslationError if it is missing */
  readonly curve: (id: string) => SourceCurve;
  /** The label of the point with this id. */
  readonly label: (id: string) => string;
  /** Whether an id is a curve's, for operations that take points and curves. */
  readonly isCurve: (id: string) => boolean;
  /** Translates a formula; `current` stands for `CurrentLength`. */
  readonly formula: (text: string, current?: string) => string;
  /** Adds a point without a name in the source; `helperCurve` adds a curve. */
  readonly helper: (construction: Construction) => string;
  readonly helperCurve: (construction: Construction) => string;
  readonly addPoint: (id: string, label: string, construction: Construction) => void;
  /** Notes that the point with this id may differ from the source. */
  readonly doubt: (id: string, reason: string, when: string | null) => void;
  readonly addCurve: (id: string, curve: Omit<SourceCurve, 'name'>, construction: Construction) => void;
}

/** A point that other programs may construct differently. */
export interface Doubt {
  /** Its name in the definition. */
  readonly name: string;
  readonly label: string;
  readonly reason: string;
  /** A formula of the definition: the doubt counts only if it is true. */
  readonly when: string | null;
}

export type Tool = (element: XmlElement, context: ToolContext) => void;

export type Getter = ReturnType<typeof getter>;

/** Reads the attributes of a tool by their meaning. @throws TranslationError if one is missing */
export function getter(element: XmlElement, context: ToolContext) {
  const text = (key: string): string => {
    const value = element.attributes.get(key);
    if (value === undefined) throw new TranslationError(`the attribute ${key} is missing`);
    return value;
  };
  return {
    text,
    has: (key: string): boolean => element.attributes.has(key),
    point: (key: string): string => context.point(text(key)),
    curve: (key: string): string => context.curve(text(key)).name,
    formula: (key: string): string => context.formula(text(key)),
    /** `CurrentLength` stands for `length`. */
    formulaWith: (key: string, length: string): string => context.formula(text(key), length),
    /** Counterclockwise in the source, clockwise here. */
    angle: (key: string): string => `-(${context.formula(text(key))})`,
  };
}

export const idOf = (element: XmlElement): string => element.attributes.get('id') ?? '';
export const labelOf = (element: XmlElement): string => element.attributes.get('name') ?? '';
