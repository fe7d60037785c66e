/** The questions and results that the translation of a tool may use. */

import type { XmlElement } from '../../../drawing/xml.js';
import { TranslationError } from './translate-formula.js';

export type Construction = Readonly<Record<string, unknown>>;

/** A curve of the source and what tools and formulas may ask of it; formulas give angles as the source has them. */
export interface SourceCurve {
  /** In the definition. */
  readonly name: string;
  /** Its names in formulas; the first one is its own. */
  readonly labels: readonly string[];
  /** Labels of its first and last point, where it has them. */
  readonly ends?: readonly [first: string, last: string];
  /** Of an arc of a circle. */
  readonly circle?: { readonly center: string; readonly radius: string };
  /** Formulas of its own values by the word before its label: `Angle1`, `C1Length`, `Radius`. */
  readonly values?: Readonly<Record<string, string>>;
  /** Which of the two parts of a divided curve it is. */
  readonly part?: 1 | 2;
  /** Names of its points, where it has parts of its own. */
  readonly nodes?: readonly string[];
  /** Whether the source draws it finer than others. */
  readonly isFine?: boolean;
}

export interface ToolContext {
  /** The name, in the definition, of the point or curve of an id; throws where there is none. */
  readonly point: (id: string) => string;
  readonly curve: (id: string) => SourceCurve;
  /** The label of a point of an id. */
  readonly label: (id: string) => string;
  /** The kind of an id, for operations that take both. */
  readonly isCurve: (id: string) => boolean;
  /** A formula in an attribute; `current` is what `CurrentLength` stands for. */
  readonly formula: (text: string, current?: string) => string;
  /** Adds a point or curve that has no name in the source. */
  readonly helper: (construction: Construction) => string;
  readonly helperCurve: (construction: Construction) => string;
  readonly addPoint: (id: string, label: string, construction: Construction) => void;
  /** The point that an id has just got may differ from the source. */
  readonly doubt: (id: string, reason: string, when: string | null) => void;
  readonly addCurve: (id: string, curve: Omit<SourceCurve, 'name'>, construction: Construction) => void;
}

/** Something that other programs may construct otherwise. */
export interface Doubt {
  /** The point of the definition. */
  readonly name: string;
  readonly label: string;
  readonly reason: string;
  /** A condition of the definition: only where it holds. */
  readonly when: string | null;
}

export type Tool = (element: XmlElement, context: ToolContext) => void;

export type Getter = ReturnType<typeof getter>;

/** Reads attributes as what they mean; throws `TranslationError` where one is missing. */
export function getter(element: XmlElement, context: ToolContext) {
  const text = (key: string): string => {
    const value = element.attributes.get(key);
    if (value === undefined) throw new TranslationError(`the missing attribute ${key}`);
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
    /** Against the clock there, with it here. */
    angle: (key: string): string => `-(${context.formula(text(key))})`,
  };
}

export const idOf = (element: XmlElement): string => element.attributes.get('id') ?? '';
export const labelOf = (element: XmlElement): string => element.attributes.get('name') ?? '';
