/** The offered media type that a client prefers (RFC 9110, 12.5.1); undefined: it accepts none of them. */
export function chooseType(accept: string | undefined, offered: readonly string[]): string | undefined {
  if (accept === undefined || accept.trim() === '') return offered[0];
  const ranges = accept.split(',').map(rangeOf);
  let best: string | undefined;
  let highest = 0;
  for (const type of offered) {
    const quality = qualityOf(type, ranges);
    if (quality > highest) {
      highest = quality;
      best = type;
    }
  }
  return best;
}

interface Range {
  readonly type: string;
  readonly quality: number;
}

function rangeOf(text: string): Range {
  const [type = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase());
  const q = parameters.find((parameter) => parameter.startsWith('q='));
  const quality = q === undefined ? 1 : Number(q.slice(2));
  return { type, quality: Number.isFinite(quality) ? quality : 0 };
}

/** The most specific matching range decides alone. */
function qualityOf(type: string, ranges: readonly Range[]): number {
  for (const pattern of [type, `${type.slice(0, type.indexOf('/'))}/*`, '*/*']) {
    const range = ranges.find((candidate) => candidate.type === pattern);
    if (range) return range.quality;
  }
  return 0;
}
