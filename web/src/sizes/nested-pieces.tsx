/** The sizes of every piece drawn on each other. The base size is a filled piece with its grain and its name. */
import { useMemo } from 'preact/hooks';
import type { DraftSizesResponse, PatternPiece } from '../../../gen/selvage/pattern/v1/pattern_pb.js';
import { arrange, type Laid } from '../pattern/arrange.js';
import { LitEdges } from '../pattern/lit-seam.js';
import { cutPath, notchPath, path } from '../pattern/path.js';
import { PieceLabel } from '../pattern/piece-label.js';
import { Grainline } from '../pattern/pieces.js';
import { Canvas } from '../shell/canvas.js';
import { looksOf, type SizeLook } from './size-look.js';
import { wanted } from './sizing.js';

/** Distance between pieces, mm. */
const gap = 40;

/** One piece in one size. */
interface SizedPiece {
  readonly size: string;
  readonly look: SizeLook;
  readonly piece: PatternPiece;
}

interface Nest {
  readonly id: string;
  readonly sizes: readonly SizedPiece[];
}

export function NestedPieces({ name, answer }: { name: string; answer: DraftSizesResponse }) {
  const { laid, frame } = useMemo(() => {
    const looks = looksOf(
      answer.sizes.map(({ name: size }) => size),
      answer.base,
    );
    const sized = answer.sizes.flatMap(({ name: size, pieces }) =>
      pieces.map((piece): SizedPiece => ({ size, look: looks.get(size)!, piece })),
    );
    const ids = [...new Set(sized.map(({ piece }) => piece.id))];
    const nests = ids.map((id): Nest => ({ id, sizes: sized.filter(({ piece }) => piece.id === id) }));
    return arrange(nests, ({ sizes }) => sizes.flatMap(({ piece }) => piece.boundary), gap);
  }, [answer]);
  const names = answer.sizes.map(({ name: size }) => size);
  return (
    <Canvas label={`${name}: ${laid.length} pieces in ${names.length} sizes, ${names.join(', ')}`} frame={frame}>
      {laid.map((each) => (
        <NestOfPiece key={each.item.id} laid={each} base={answer.base} />
      ))}
    </Canvas>
  );
}

function NestOfPiece({ laid: { item, x, y }, base }: { laid: Laid<Nest>; base: string }) {
  const { hidden } = wanted.value;
  const shown = item.sizes.filter(({ size }) => !hidden.includes(size));
  // the base size lies below, since it is filled
  const order = [...shown].sort((a, b) => Number(b.size === base) - Number(a.size === base));
  const main = shown.find(({ size }) => size === base) ?? shown[0];
  return (
    <g class="piece nest" transform={`translate(${x} ${y})`}>
      {order.map((each) => (
        <OneSize key={each.size} {...each} />
      ))}
      {main && main.piece.grainline.length > 1 && <Grainline points={main.piece.grainline} />}
      {main && <PieceLabel piece={main.piece} others={shown.map(({ piece }) => piece)} />}
      {main && <LitEdges piece={main.piece} others={shown.flatMap((each) => (each === main ? [] : [each.piece]))} />}
    </g>
  );
}

function OneSize({ size, look: { color, dash }, piece }: SizedPiece) {
  const drawn = useMemo(
    () => ({
      cut: cutPath(piece),
      thin: [piece.seamLine, ...piece.internalLines.map(({ points }) => points), piece.foldLine].map(path).join(''),
      notches: piece.notches.map(notchPath).join(''),
    }),
    [piece],
  );
  return (
    <g class={`size ${color}`} data-size={size}>
      <title>{size}</title>
      <path class="cut" stroke-dasharray={dash} d={drawn.cut} />
      <path class="thin" d={drawn.thin} />
      <path class="mark" d={drawn.notches} />
    </g>
  );
}
