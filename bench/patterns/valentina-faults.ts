/**
 * Known faults of Valentina 0.7 in drawing a file, each with an equivalent file that avoids it. If Valentina's export
 * of the rewritten file agrees with the import, the fault is proved.
 */

export interface Fault {
  readonly name: string;
  /** The rewritten file; the same text where the fault does not apply. */
  readonly rewrite: (text: string) => string;
  /** How finely Valentina draws curves, by its own setting; default: as it does. */
  readonly fineness?: number;
}

export const faults: readonly Fault[] = [
  {
    name: 'drops the width behind a curve of its own fineness: it agrees once drawn like other curves',
    rewrite: (text) => text.replace(/\saScale="[^"]*"/g, ''),
  },
  {
    name: 'draws curves by chords that turn a corner differently: it agrees once drawn finer',
    rewrite: (text) => text.replace(/\saScale="[^"]*"/g, ' aScale="10"'),
  },
  {
    name: 'draws curves by chords that turn a corner otherwise: with its setting at the finest, it agrees',
    rewrite: (text) => text,
    fineness: 10,
  },
  {
    name: 'does not cut a curve of even ends in its middle: it agrees with a cut a hundred-thousandth beside it',
    rewrite: (text) =>
      text.replace(/(<point [^>]*type="cut[^>]*length=")([^"]*\/2)(")/g, (_, before, length, after) =>
        [before, `(${length})*1.00001`, after].join(''),
      ),
  },
  {
    name: 'takes a whole divided curve for its parts: it agrees with lengths from the start and ends of parts',
    rewrite: measuredByParts,
  },
];

type Part = { readonly curve: string; readonly at: string; readonly label: string; readonly part: 1 | 2 };

const attribute = (tag: string, key: string): string => new RegExp(`\\s${key}="([^"]*)"`).exec(tag)?.[1] ?? '';
const cutCurve = (tag: string): string =>
  attribute(tag, 'spline') || attribute(tag, 'splinePath') || attribute(tag, 'curve');

/**
 * Old files name the parts of a divided curve by the next two ids after its dividing point. Valentina takes the whole
 * curve instead, in every length and in every outline. Here lengths count from the start of the whole, and outlines
 * have the dividing point between two parts.
 */
function measuredByParts(text: string): string {
  const names = new Map<string, string>();
  const cuts = new Map<string, { readonly curve: string; readonly at: string; readonly label: string }>();
  for (const [tag] of text.matchAll(/<point [^>]*>/g)) {
    const [at, label] = [attribute(tag, 'id'), attribute(tag, 'name')];
    names.set(at, label);
    if (cutCurve(tag) !== '') cuts.set(at, { curve: cutCurve(tag), at, label });
  }
  /** Prefix and first point of a whole curve. */
  const wholes = new Map<string, string>();
  for (const [tag, inner = ''] of text.matchAll(/<spline [^>]*?(?:\/>|>([\s\S]*?)<\/spline>)/g)) {
    if (/type="modeling/.test(tag)) continue;
    const [, path] = /pSpline="([^"]*)"/.exec(inner) ?? [];
    const first = names.get(path ?? attribute(tag, 'point1')) ?? '';
    wholes.set(attribute(tag, 'id'), `${path ? 'SplPath' : 'Spl'}_${first}`);
  }
  const partOf = (curve: string): Part | null => {
    for (const part of wholes.has(curve) ? [] : ([1, 2] as const)) {
      const cut = cuts.get(String(Number(curve) - part));
      if (cut) return { ...cut, part };
    }
    return null;
  };
  const wholeOf = (curve: string): string | undefined => {
    const part = partOf(curve);
    return part ? wholeOf(part.curve) : wholes.get(curve);
  };
  /** The point between a curve and the part before or after it. */
  const dividing = (curve: string, side: 'start' | 'end'): string | null => {
    const part = partOf(curve);
    if (!part) return null;
    return (part.part === 2) === (side === 'start') ? part.at : dividing(part.curve, side);
  };
  const measured = text.replace(/<point [^>]*type="cutSpline(?:Path)?"[^>]*>/g, (tag) => {
    const part = partOf(cutCurve(tag));
    const whole = part?.part === 2 ? wholeOf(part.curve) : undefined;
    return whole === undefined
      ? tag
      : tag.replace(/(\slength=")([^"]*)/, (_, open, length) => `${open}${whole}_${part!.label}+(${length})`);
  });
  const originals = new Map(
    [...text.matchAll(/<spline [^>]*idObject[^>]*>/g)].map(([tag]) => [
      attribute(tag, 'id'),
      attribute(tag, 'idObject'),
    ]),
  );
  const objects: string[] = [];
  const divided = measured.replace(/<node [^>]*type="NodeSpline"[^>]*>(?=\s*<node [^>]*type="NodeSpline")/g, (tag) => {
    const curve = originals.get(attribute(tag, 'idObject')) ?? '';
    const at = dividing(curve, attribute(tag, 'reverse') === '1' ? 'start' : 'end');
    if (at === null) return tag;
    const id = String(900_000 + objects.length);
    objects.push(`<point type="modeling" inUse="true" id="${id}" idObject="${at}" mx="0" my="0"/>`);
    return `${tag}<node type="NodePoint" nodeType="Contour" idObject="${id}" mx="0" my="0"/>`;
  });
  return divided.replace('</modeling>', `${objects.join('')}</modeling>`);
}
