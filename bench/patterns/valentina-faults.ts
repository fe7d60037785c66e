/**
 * What Valentina 0.7 is known to draw otherwise than a file says, each with a way to say the same thing so that it does
 * not: where its own export of the rewritten file agrees with the import, the fault is proved.
 */

export interface Fault {
  readonly name: string;
  /** The file said otherwise; the same text where the fault does not apply. */
  readonly rewrite: (text: string) => string;
}

export const faults: readonly Fault[] = [
  {
    name: 'drops the width behind a curve of its own fineness: drawn as other curves are, it agrees',
    rewrite: (text) => text.replace(/\saScale="[^"]*"/g, ''),
  },
  {
    name: 'draws curves by chords that turn a corner otherwise: drawn finer, it agrees',
    rewrite: (text) => text.replace(/\saScale="[^"]*"/g, ' aScale="10"'),
  },
  {
    name: 'does not cut a curve of even ends in its middle: a hundred-thousandth beside it, it agrees',
    rewrite: (text) =>
      text.replace(/(<point [^>]*type="cut[^>]*length=")([^"]*\/2)(")/g, (_, before, length, after) =>
        [before, `(${length})*1.00001`, after].join(''),
      ),
  },
  {
    name: 'measures along the whole of a divided curve: with the first part added, it agrees',
    rewrite: measuredByParts,
  },
];

/**
 * Old files cut the parts of a divided curve, whose ids are the next two after that of the point that divides it; Valentina
 * takes the whole curve instead and keeps the length. Here the length says what it said then.
 */
function measuredByParts(text: string): string {
  const names = new Map<string, string>();
  /** Prefix and first point of a whole curve, by its id. */
  const wholes = new Map<string, { readonly prefix: string; readonly start: string }>();
  const cuts = new Map<string, { readonly curve: string; readonly label: string }>();
  const attribute = (tag: string, key: string): string => new RegExp(`\\s${key}="([^"]*)"`).exec(tag)?.[1] ?? '';
  for (const [tag] of text.matchAll(/<point [^>]*>/g)) {
    names.set(attribute(tag, 'id'), attribute(tag, 'name'));
    const curve = attribute(tag, 'spline') || attribute(tag, 'splinePath') || attribute(tag, 'curve');
    if (curve !== '') cuts.set(attribute(tag, 'id'), { curve, label: attribute(tag, 'name') });
  }
  for (const [tag, inner = ''] of text.matchAll(/<spline [^>]*?(?:\/>|>([\s\S]*?)<\/spline>)/g)) {
    const [, path] = /pSpline="([^"]*)"/.exec(inner) ?? [];
    const first = path ?? attribute(tag, 'point1');
    wholes.set(attribute(tag, 'id'), { prefix: path ? 'SplPath' : 'Spl', start: names.get(first) ?? '' });
  }
  const wholeOf = (curve: string): { readonly prefix: string; readonly start: string } | undefined => {
    const part = wholes.has(curve) ? undefined : dividedAt(curve);
    return part ? wholeOf(part.curve) : wholes.get(curve);
  };
  const dividedAt = (
    curve: string,
  ): { readonly curve: string; readonly label: string; readonly part: 1 | 2 } | undefined => {
    for (const part of [1, 2] as const) {
      const cut = cuts.get(String(Number(curve) - part));
      if (cut) return { ...cut, part };
    }
    return undefined;
  };
  return text.replace(/<point [^>]*type="cutSpline(?:Path)?"[^>]*>/g, (tag) => {
    const curve = attribute(tag, 'spline') || attribute(tag, 'splinePath');
    const divided = wholes.has(curve) ? undefined : dividedAt(curve);
    const whole = divided && wholeOf(curve);
    if (!divided || !whole || divided.part === 1) return tag;
    const before = `${whole.prefix}_${whole.start}_${divided.label}`;
    return tag.replace(/(\slength=")([^"]*)(")/, (_, open, length, close) => `${open}${before}+(${length})${close}`);
  });
}
