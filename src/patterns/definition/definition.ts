/**
 * The document of a formula-drafted pattern, `pattern-definition/1`. Lengths are in `unit`; formulas are strings or plain
 * numbers. x to the right, y down.
 */
import type { CornerKind } from '../allowance-corner.js';
import type { Fastener } from '../draft.js';
import type { SewingDeclaration, Stretch } from '../sewing/declaration.js';
import type { VariableType, VariableValue } from '../variable.js';

export const definitionSchema = 'pattern-definition/1';

export const definitionLimits = {
  bytes: 512 * 1024,
  variables: 300,
  solved: 30,
  points: 5000,
  curves: 1000,
  pieces: 200,
  steps: 500,
} as const;

export type FormulaText = string | number;
export type FormulaPair = readonly [FormulaText, FormulaText];

/** mm in one unit. */
export const unitLength = { mm: 1, cm: 10, in: 25.4 } as const;

export interface DefinitionVariable {
  readonly name: string;
  /**
   * `measurement`: one of the 69, in cm, whatever the unit of the document; `computed`: read-only, by `formula`;
   * `solved`: read-only, the number between two bounds at which the two sides of `equal` agree.
   */
  readonly kind: 'measurement' | 'option' | 'computed' | 'solved';
  readonly label: string;
  readonly description: string;
  readonly group: string;
  readonly type: VariableType;
  readonly default: VariableValue | null;
  readonly min: number | null;
  readonly max: number | null;
  readonly step: number | null;
  readonly choices: readonly string[];
  readonly formula: FormulaText | null;
  readonly equal: FormulaPair | null;
  readonly between: FormulaPair | null;
}

/** A condition between variables; `message` tells it to the reader. */
export interface Constraint {
  readonly if: string;
  readonly message: string;
  readonly variables: readonly string[];
}

/** A point or a curve: an operation of `point-operations.ts` or `curve-operations.ts` and its parameters. */
export interface Construction {
  readonly op: string;
  readonly parameters: Readonly<Record<string, unknown>>;
}

/** A named point, or one at coordinates. */
export type PointReference = string | { readonly x: FormulaText; readonly y: FormulaText };

/** One step of an outline or an internal line; the first one is a `move`. */
export type Step =
  | { readonly kind: 'move'; readonly to: PointReference }
  | ({ readonly kind: 'line'; readonly to: PointReference } & EdgeMarks)
  | ({ readonly kind: 'cubic'; readonly points: readonly [PointReference, PointReference, PointReference] } & EdgeMarks)
  | ({
      readonly kind: 'curve';
      readonly curve: string;
      readonly from: PointReference | null;
      readonly to: PointReference | null;
      /** A straight line closes a gap between the outline so far and the curve; without it a gap is refused. */
      readonly bridge: boolean;
      /** Drawn from its own start or its own end; null: from the nearer one, or in the order of `from` and `to`. */
      readonly direction: 'forward' | 'backward' | null;
    } & EdgeMarks)
  | ({ readonly kind: 'close' } & EdgeMarks);

export interface EdgeMarks {
  /** Width of the seam allowance along this edge; null: the piece's. */
  readonly allowance: FormulaText | null;
  /** Its width at the end of the edge, where it differs; in between it changes evenly by length. */
  readonly allowanceEnd: FormulaText | null;
  /** The shape of the corner at the end of this edge; null: the piece's. */
  readonly corner: CornerKind | null;
  /** A leg of a dart: left out of the cut line, drawn inside. */
  readonly dart: boolean;
  /** The edge that lies on the fold; straight, at most one a piece. */
  readonly fold: boolean;
}

/** A mark is left out where its condition does not hold. */
export type Mark<T> = T & { readonly when: string | null };

export interface PieceDefinition {
  readonly id: string;
  readonly name: string;
  readonly quantity: FormulaText;
  readonly mirrored: boolean;
  readonly material: string;
  /** The piece is left out where this does not hold. */
  readonly when: string | null;
  readonly allowance: FormulaText;
  /** Shape of corners without their own; null: mitred up to three times the allowance, else bevelled. */
  readonly corner: CornerKind | null;
  readonly outline: readonly Step[];
  /** Named runs of the outline. */
  readonly edges: ReadonlyMap<string, readonly Stretch<PointReference>[]>;
  readonly holes: readonly (readonly Step[])[];
  readonly grainline: { readonly from: PointReference; readonly to: PointReference } | null;
  readonly notches: readonly Mark<{ readonly at: PointReference; readonly type: 'slit' | 'v' | 'back' }>[];
  readonly drillHoles: readonly Mark<{ readonly at: PointReference; readonly diameter: FormulaText }>[];
  readonly internalLines: readonly { readonly kind: 'mark' | 'dart' | 'fold'; readonly path: readonly Step[] }[];
  readonly texts: readonly { readonly at: PointReference; readonly text: string; readonly angle: FormulaText }[];
  readonly fasteners: readonly {
    readonly kind: Fastener['kind'];
    readonly at: PointReference;
    readonly angle: FormulaText;
    readonly size: FormulaText;
  }[];
}

export interface Definition {
  readonly name: string;
  readonly description: string;
  readonly unit: keyof typeof unitLength;
  readonly variables: readonly DefinitionVariable[];
  readonly constraints: readonly Constraint[];
  readonly points: ReadonlyMap<string, Construction>;
  readonly curves: ReadonlyMap<string, Construction>;
  readonly pieces: readonly PieceDefinition[];
  readonly sewing: SewingDeclaration;
}
