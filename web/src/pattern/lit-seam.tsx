/** The seam that the drawing lights up: both of its sides, on every piece. */
import { computed, signal } from '@preact/signals';
import type { PatternPiece, SeamEdge } from '../../../gen/selvage/pattern/v1/pattern_pb.js';
import { path } from './path.js';

/** Two sides that are sewn together. */
export interface SewnSides {
  readonly name: string;
  readonly first: readonly SeamEdge[];
  readonly second: readonly SeamEdge[];
}

/** The seam under the pointer or in focus. */
export const pointed = signal<SewnSides | null>(null);
/** The seam that stays lit until another one is pressed. */
export const held = signal<SewnSides | null>(null);

const lit = computed(() => pointed.value ?? held.value);

interface LitEdgesProps {
  readonly piece: PatternPiece;
  /** The piece in other sizes, whose edges are lit more thinly. */
  readonly others?: readonly PatternPiece[];
}

export function LitEdges({ piece, others = [] }: LitEdgesProps) {
  const seam = lit.value;
  if (!seam) return null;
  return (
    <>
      {others.length > 0 && <Edges seam={seam} pieces={others} look="lit thinly" />}
      <Edges seam={seam} pieces={[piece]} look="lit" />
    </>
  );
}

interface EdgesProps {
  readonly seam: SewnSides;
  readonly pieces: readonly PatternPiece[];
  readonly look: string;
}

function Edges({ seam, pieces, look }: EdgesProps) {
  const linesOf = (side: readonly SeamEdge[]): string =>
    pieces
      .flatMap(({ id, edges }) =>
        edges.filter(({ name }) => side.some(({ piece, edge }) => piece === id && edge === name)),
      )
      .flatMap(({ lines }) => lines.map(({ points }) => path(points)))
      .join('');
  return (
    <g class={look}>
      <path class="first" d={linesOf(seam.first)} />
      <path class="second" d={linesOf(seam.second)} />
    </g>
  );
}
