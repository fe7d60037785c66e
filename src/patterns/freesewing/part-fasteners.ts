/** Reads the buttons, buttonholes, snaps and eyelets of a FreeSewing part, in FreeSewing's size. */
import type { Point } from '../../geometry/point.js';
import type { Fastener } from '../draft.js';
import type { FreesewingPart, FreesewingSnippet } from './design.js';
import { pointOf } from './part-lines.js';

interface Symbol {
  readonly kind: Fastener['kind'];
  /** mm: length or diameter of the symbol. */
  readonly size: number;
  /** How far the middle lies below the anchor, mm. */
  readonly below: number;
}

/** The symbols of @freesewing/plugin-annotations, src/buttons.mjs; buttonholes stand upright. */
const symbols: Readonly<Record<string, Symbol>> = {
  button: { kind: 'button', size: 6.8, below: 0 },
  buttonhole: { kind: 'buttonhole', size: 10, below: 0 },
  'buttonhole-start': { kind: 'buttonhole', size: 10, below: -5 },
  'buttonhole-end': { kind: 'buttonhole', size: 10, below: 5 },
  'snap-stud': { kind: 'snap-stud', size: 6.8, below: 0 },
  'snap-socket': { kind: 'snap-socket', size: 6.8, below: 0 },
  eyelet: { kind: 'eyelet', size: 6.8, below: 0 },
};

/** Snippets that are not fasteners, and their fate. */
export const otherSnippets = {
  notch: 'a notch of the piece',
  bnotch: 'a notch of the piece, of type back',
  logo: 'left out: the mark of FreeSewing tells nothing of the piece',
} as const;

export const fastenersOf = (part: FreesewingPart): Fastener[] =>
  Object.values(part.snippets).flatMap((snippet) =>
    Object.hasOwn(symbols, snippet.def) ? [fastener(snippet, symbols[snippet.def]!)] : [],
  );

/** Snippets new to this reader: they are left out, so the draft reports them. */
export const unknownSnippets = (part: FreesewingPart): string[] =>
  [...new Set(Object.values(part.snippets).map(({ def }) => def))].filter(
    (def) => !Object.hasOwn(symbols, def) && !Object.hasOwn(otherSnippets, def),
  );

function fastener({ anchor, attributes }: FreesewingSnippet, { kind, size, below }: Symbol): Fastener {
  const scale = Number(attributes.get('data-scale') || 1);
  const turn = (Number(attributes.get('data-rotate') || 0) * Math.PI) / 180;
  const [x, y] = pointOf(anchor);
  const reach = below * scale;
  const at: Point = [x - reach * Math.sin(turn), y + reach * Math.cos(turn)];
  const angle = kind === 'buttonhole' ? 90 + (turn * 180) / Math.PI : 0;
  return { kind, at, angle, size: Math.round(size * scale * 1000) / 1000 };
}
