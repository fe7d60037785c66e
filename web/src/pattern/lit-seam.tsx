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

/** @param pieces one piece, in one size or in many */
export function LitEdges({ pieces }: { pieces: readonly PatternPiece[] }) {
  const seam = lit.value;
  if (!seam) return null;
  const linesOf = (side: readonly SeamEdge[]): string =>
    pieces
      .flatMap(({ id, edges }) =>
        edges.filter(({ name }) => side.some(({ piece, edge }) => piece === id && edge === name)),
      )
      .flatMap(({ lines }) => lines.map(({ points }) => path(points)))
      .join('');
  return (
    <g class="lit">
      <path class="first" d={linesOf(seam.first)} />
      <path class="second" d={linesOf(seam.second)} />
    </g>
  );
}
