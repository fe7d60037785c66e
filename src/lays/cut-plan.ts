/** A lay plan and its order, as the cutting room needs them. */

/** A plan by what is cut. Lengths are in millimetres. */
export interface CutPlan {
  readonly markers: readonly {
    readonly garments: readonly { readonly name: string; readonly count: number; readonly lines: readonly number[] }[];
    readonly width: number;
    readonly length: number;
    readonly utilisation: number;
    readonly parts: number;
    readonly cutLength: number;
  }[];
  readonly lays: readonly {
    readonly marker: number;
    /** From the bottom to the top. */
    readonly plies: readonly {
      readonly cloth: number;
      readonly roll?: number | undefined;
      readonly plies: number;
      readonly colour: string;
      readonly rollId: string;
      readonly shade: string;
    }[];
  }[];
  readonly lines: readonly {
    readonly line: number;
    readonly quantity: number;
    readonly cut: number;
    readonly over: number;
    readonly under: number;
  }[];
  readonly rolls: readonly {
    readonly cloth: number;
    readonly roll: number;
    readonly used: number;
    readonly remnant: number;
  }[];
  readonly clothLength: number;
  readonly cost?: { readonly total: number } | undefined;
  readonly gap?: number | undefined;
  readonly missing: readonly { readonly message: string }[];
}

/** Parts of the order that a plan does not repeat. */
export interface CutPlanOrder {
  readonly lines: readonly { readonly name: string; readonly colour?: string | undefined }[];
  /** mm that each ply takes beyond its marker. */
  readonly cloths: readonly { readonly endLoss?: number | undefined }[];
  /** Pieces that lie the same way: those of a garment, or all. Default: each lies either way. */
  readonly oneWay?: 'garment' | 'all' | undefined;
  /** Degrees by which pieces may lie off the grain. Default 0. */
  readonly rotationTolerance?: number | undefined;
  /** Repeats of the pattern along the cloth and across it, mm. Default: plain cloth. */
  readonly fabric?: { readonly repeatX?: number | undefined; readonly repeatY?: number | undefined } | undefined;
}
