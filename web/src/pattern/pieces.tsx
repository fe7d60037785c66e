/** A draft as pattern cutters know it: cut and seam lines, grain, notches, drill holes, and what is to be cut how often. */
import type { PatternPiece, PatternPoint } from '../../../gen/selvage/pattern/v1/pattern_pb.js';
import { Canvas, type Frame } from '../shell/canvas.js';
import { arrange, type Laid } from './arrange.js';

/** Between pieces, mm. */
const gap = 40;

export function Pieces({ name, pieces }: { name: string; pieces: readonly PatternPiece[] }) {
  const { laid, frame } = arrange(pieces, ({ boundary }) => boundary, gap);
  return (
    <Canvas label={`${name}: ${pieces.length} pieces, ${pieces.map((piece) => piece.name).join(', ')}`} frame={frame}>
      {laid.map((each) => (
        <Piece key={each.item.id} {...each} />
      ))}
    </Canvas>
  );
}

function Piece({ item: piece, x, y, box }: Laid<PatternPiece>) {
  const middle = { x: box.left + box.width / 2, y: box.top + box.height / 2 };
  return (
    <g class={`piece material-${piece.material === 'fabric' ? 'fabric' : 'other'}`} transform={`translate(${x} ${y})`}>
      <path
        class="cut"
        d={[piece.boundary, ...piece.holes.map(({ points }) => points)].map((ring) => `${path(ring)}Z`).join('')}
      />
      {piece.seamLine.length > 0 && <path class="seam" d={`${path(piece.seamLine)}Z`} />}
      {piece.internalLines.map(({ points }, i) => (
        <path key={i} class="inner" d={path(points)} />
      ))}
      {piece.foldLine.length > 1 && <path class="fold" d={path(piece.foldLine)} />}
      {piece.grainline.length > 1 && <Grainline points={piece.grainline} />}
      {piece.notches.map(({ at, angle, depth }, i) => {
        const turn = (angle * Math.PI) / 180;
        const reach = Math.max(depth, 5);
        return (
          <path
            key={i}
            class="notch"
            d={`M${at!.x} ${at!.y}l${(reach * Math.cos(turn)).toFixed(2)} ${(reach * Math.sin(turn)).toFixed(2)}`}
          />
        );
      })}
      {piece.drillHoles.map(({ at, diameter }, i) => (
        <circle key={i} class="notch" cx={at!.x} cy={at!.y} r={Math.max(diameter / 2, 1.5)} />
      ))}
      <PieceName piece={piece} x={middle.x} y={middle.y} box={box} />
    </g>
  );
}

function PieceName({ piece, x, y, box }: { piece: PatternPiece; x: number; y: number; box: Frame }) {
  const count = `${piece.quantity} ×${piece.mirrored ? ' mirrored' : ''}${piece.material === 'fabric' ? '' : ` ${piece.material}`}`;
  const letters = Math.max(piece.name.length, 0.9 * count.length, 6);
  const size = Math.min(22, box.width / (0.68 * letters), box.height / 3.4);
  return (
    <text class="piece-name" x={x} y={y} font-size={size} text-anchor="middle">
      <tspan x={x}>{piece.name}</tspan>
      <tspan x={x} dy="1.25em" class="piece-count">
        {count}
      </tspan>
    </text>
  );
}

function Grainline({ points }: { points: readonly PatternPoint[] }) {
  const [from, to] = [points[0]!, points.at(-1)!];
  const angle = (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI;
  const head = 'M0 0L-16 -5M0 0L-16 5';
  return (
    <g class="grain">
      <path d={path(points)} />
      <path d={head} transform={`translate(${to.x} ${to.y}) rotate(${angle})`} />
      <path d={head} transform={`translate(${from.x} ${from.y}) rotate(${angle + 180})`} />
    </g>
  );
}

const path = (points: readonly PatternPoint[]): string =>
  points.map(({ x, y }, i) => `${i === 0 ? 'M' : 'L'}${x.toFixed(2)} ${y.toFixed(2)}`).join('');
