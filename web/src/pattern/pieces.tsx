/** A draft in the signs of pattern cutters: cut and seam lines, grain, notches, drill holes, names and numbers of copies. */
import type { Fastener, PatternPiece, PatternPoint } from '../../../gen/selvage/pattern/v1/pattern_pb.js';
import { Canvas } from '../shell/canvas.js';
import { arrange, type Laid } from './arrange.js';
import { LitEdges } from './lit-seam.js';
import { cutPath, notchPath, path } from './path.js';
import { PieceLabel, PieceWords } from './piece-label.js';

/** Distance between pieces, mm. */
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

function Piece({ item: piece, x, y }: Laid<PatternPiece>) {
  return (
    <g class={`piece material-${piece.material === 'fabric' ? 'fabric' : 'other'}`} transform={`translate(${x} ${y})`}>
      <path class="cut" d={cutPath(piece)} />
      {piece.seamLine.length > 0 && <path class="seam" d={`${path(piece.seamLine)}Z`} />}
      {piece.internalLines.map(({ points }, i) => (
        <path key={i} class="inner" d={path(points)} />
      ))}
      {piece.foldLine.length > 1 && <path class="fold" d={path(piece.foldLine)} />}
      {piece.grainline.length > 1 && <Grainline points={piece.grainline} />}
      <path class="notch" d={piece.notches.map(notchPath).join('')} />
      {piece.drillHoles.map(({ at, diameter }, i) => (
        <circle key={i} class="notch" cx={at!.x} cy={at!.y} r={Math.max(diameter / 2, 1.5)} />
      ))}
      {piece.fasteners.map((fastener, i) => (
        <FastenerMark key={i} fastener={fastener} />
      ))}
      <PieceWords piece={piece} />
      <PieceLabel piece={piece} />
      <LitEdges piece={piece} />
    </g>
  );
}

/** A circle for round fasteners, a slit for a buttonhole. */
function FastenerMark({ fastener: { kind, at, angle, size } }: { fastener: Fastener }) {
  const reach = size / 2;
  return (
    <g class="fastener" transform={`translate(${at!.x} ${at!.y}) rotate(${angle})`}>
      <title>{kind}</title>
      {kind === 'buttonhole' ? (
        <path d={`M${-reach} 0h${size}M${-reach} -1.5v3M${reach} -1.5v3`} />
      ) : (
        <circle r={reach} />
      )}
    </g>
  );
}

export function Grainline({ points }: { points: readonly PatternPoint[] }) {
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
