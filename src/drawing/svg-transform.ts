/** Transforms of SVG and CSS, and the map of a view box into its viewport. */
import { type Affine, nested, shift, turned } from '../geometry/affine.js';
import { numbersOf, userLength } from './svg-length.js';

/** User units. */
export interface Viewport {
  readonly width: number;
  readonly height: number;
}

export interface ViewBox extends Viewport {
  readonly x: number;
  readonly y: number;
}

/** Null where it is missing or has no size. */
export function viewBoxOf(text: string | undefined): ViewBox | null {
  const [x = 0, y = 0, width = 0, height = 0] = numbersOf(text ?? '');
  return width > 0 && height > 0 ? { x, y, width, height } : null;
}

const shares: Readonly<Record<string, number>> = { min: 0, mid: 0.5, max: 1 };

/** @param aspect the value of preserveAspectRatio; default `xMidYMid meet` */
export function viewBoxMap(box: ViewBox, { width, height }: Viewport, aspect = ''): Affine {
  const [sx, sy] = [width / box.width, height / box.height];
  if (/^\s*none\b/.test(aspect)) return nested([sx, 0, 0, sy, 0, 0], shift(-box.x, -box.y));
  const scale = /\bslice\b/.test(aspect) ? Math.max(sx, sy) : Math.min(sx, sy);
  const [, x = 'mid', y = 'mid'] = /x(min|mid|max)y(min|mid|max)/i.exec(aspect) ?? [];
  const rest = shift(
    (width - scale * box.width) * shares[x.toLowerCase()]!,
    (height - scale * box.height) * shares[y.toLowerCase()]!,
  );
  return nested(rest, [scale, 0, 0, scale, 0, 0], shift(-box.x, -box.y));
}

/**
 * A list of functions, as an attribute or a CSS property writes it.
 *
 * @throws SyntaxError that names the invalid part
 */
export function transformOf(text: string, viewport: Viewport): Affine {
  const list = /^\s*(?:none\s*)?((?:[a-z]+\s*\([^()]*\)[\s,]*)*)$/i.exec(text);
  if (!list) throw new SyntaxError(`${text} is not a transform`);
  const steps = [...list[1]!.matchAll(/([a-z]+)\s*\(([^()]*)\)/gi)].map(([step, name, inner]) => {
    const map = transformStep(name!, wordsOf(inner!), viewport);
    if (!map || map.some((value) => !Number.isFinite(value))) throw new SyntaxError(`${step} is not a transform`);
    return map;
  });
  return nested(...steps);
}

const word = /[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?(?:[a-z]+|%)?/gi;

/** Numbers, some with a unit. A sign or a second point begins the next one, without a space, too: `10-5`, `.5.5`. */
function wordsOf(list: string): string[] {
  const hasMore = /[^\s,]/.test(list.replace(word, ''));
  return hasMore ? [list] : (list.match(word) ?? []);
}

function transformStep(name: string, words: readonly string[], { width, height }: Viewport): Affine | null {
  const number = (i: number): number => (words[i] === undefined ? Number.NaN : Number(words[i]));
  const across = (i: number): number => userLength(words[i] ?? '', width) ?? Number.NaN;
  const down = (i: number): number => userLength(words[i] ?? '', height) ?? Number.NaN;
  const count = words.length;
  switch (name) {
    case 'matrix':
      return count === 6 ? (words.map(Number) as unknown as Affine) : null;
    case 'translate':
      return count <= 2 ? shift(across(0), count === 2 ? down(1) : 0) : null;
    case 'translateX':
      return count === 1 ? shift(across(0), 0) : null;
    case 'translateY':
      return count === 1 ? shift(0, down(0)) : null;
    case 'scale':
      return count <= 2 ? [number(0), 0, 0, number(count - 1), 0, 0] : null;
    case 'scaleX':
      return count === 1 ? [number(0), 0, 0, 1, 0, 0] : null;
    case 'scaleY':
      return count === 1 ? [1, 0, 0, number(0), 0, 0] : null;
    case 'rotate':
      if (count === 1) return turned(degreesOf(words[0]!));
      return count === 3
        ? nested(shift(number(1), number(2)), turned(degreesOf(words[0]!)), shift(-number(1), -number(2)))
        : null;
    case 'skewX':
      return count === 1 ? [1, 0, tangent(words[0]!), 1, 0, 0] : null;
    case 'skewY':
      return count === 1 ? [1, tangent(words[0]!), 0, 1, 0, 0] : null;
    default:
      return null;
  }
}

const inDegrees: Readonly<Record<string, number>> = { '': 1, deg: 1, grad: 0.9, rad: 180 / Math.PI, turn: 360 };

function degreesOf(text: string): number {
  const [, value, unit] = /^([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)([a-z]*)$/i.exec(text) ?? [];
  return Number(value) * (inDegrees[unit?.toLowerCase() ?? '-'] ?? Number.NaN);
}

const tangent = (text: string): number => Math.tan((degreesOf(text) * Math.PI) / 180);

const keywords: Readonly<Record<string, string>> = {
  left: '0%',
  top: '0%',
  center: '50%',
  right: '100%',
  bottom: '100%',
};

/**
 * The same transform about another point than the origin.
 *
 * @param origin the value of transform-origin
 * @throws SyntaxError where it is not a point
 */
export function about(origin: string, map: Affine, { width, height }: Viewport): Affine {
  const words = origin.trim().split(/\s+/);
  if (words[0] === 'top' || words[0] === 'bottom' || words[1] === 'left' || words[1] === 'right') words.reverse();
  const [first = '', second = '50%'] = words.map((word) => keywords[word] ?? word);
  const [x, y] = [userLength(first, width), userLength(second, height)];
  if (x === null || y === null || words.length > 2) throw new SyntaxError(`transform-origin: ${origin} is not a point`);
  return nested(shift(x, y), map, shift(-x, -y));
}
