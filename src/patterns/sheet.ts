/** The words of a sheet beside its pieces: the wearer, the version, and notes for the maker. */
import type { Lengths } from '../drawing/lengths.js';
import type { Draft } from './draft.js';

export interface Sheet {
  /**
   * The body or the values that a draft is made to, e.g. `female, height 168 cm, weight 62 kg`; empty: the defaults. Of many
   * sizes: their wearers; empty: no size has a body.
   */
  readonly subject: string;
  readonly versionNumber: number;
  /** Date of the version, so that equal requests give equal files. ISO 8601. */
  readonly publishedAt: string;
  /** True: pieces cut on the fold are drawn as halves. */
  readonly halves: boolean;
  /** Units of the ruler and of the square to measure; default metric. */
  readonly lengths?: Lengths;
}

/** A body as sent: values in the units of the caller. */
export interface SentBody {
  /** With the population of the account, where the body names one: `female (runners)`. */
  readonly wearer: string;
  readonly measurements: readonly SentValue[];
}

export interface SentValue {
  readonly label: string;
  readonly value: unknown;
  readonly unit: string;
}

/** More values than this make a headline that nobody reads. */
const mostValues = 16;

/** `female, height 168 cm, weight 62 kg; skirt length 62 cm`. */
export function subjectOf(body: SentBody | null, variables: readonly SentValue[]): string {
  const person = body ? [body.wearer, ...told(body.measurements)].join(', ') : '';
  return [person, told(variables).join(', ')].filter((part) => part !== '').join('; ');
}

/** `female (runners)`, or `female in S, M; female (runners) in L` where sizes differ. Null: a size without a body. */
export function subjectOfSizes(sizes: readonly { readonly name: string; readonly wearer: string | null }[]): string {
  const wearers = new Set(sizes.map(({ wearer }) => wearer));
  return [...wearers]
    .filter((wearer) => wearer !== null)
    .map((wearer) => {
      if (wearers.size === 1) return wearer;
      const names = sizes.filter((size) => size.wearer === wearer).map(({ name }) => name);
      return `${wearer} in ${names.join(', ')}`;
    })
    .join('; ');
}

function told(values: readonly SentValue[]): string[] {
  const shown = values.slice(0, mostValues).map(({ label, value, unit }) => {
    const name = label.charAt(0).toLowerCase() + label.slice(1);
    return `${name} ${value === true ? 'yes' : value === false ? 'no' : String(value)}${unitSign(unit)}`;
  });
  const rest = values.length - shown.length;
  return rest > 0 ? [...shown, `and ${rest} more`] : shown;
}

const unitSign = (unit: string): string => ({ '': '', percent: ' %', degrees: '°' })[unit] ?? ` ${unit}`;

/** Line by line, the most important first. */
export const sheetLines = (draft: Draft, sheet: Sheet): string[] => [
  madeTo(sheet.subject || 'the default values of the pattern'),
  ...makingLines(draft, sheet),
];

/** None where no size has a body. */
export const wearerLines = ({ subject }: Sheet): string[] => (subject === '' ? [] : [madeTo(subject)]);

const madeTo = (subject: string): string => `Made to: ${subject}`;

/** The lines for the maker. */
export function makingLines(draft: Draft, { versionNumber, publishedAt, halves }: Sheet): string[] {
  const folded = draft.pieces.some(({ foldLine }) => foldLine !== null);
  return [
    `Version ${versionNumber} of ${publishedAt.slice(0, 10)}, in real size`,
    ...(folded
      ? [
          halves
            ? 'Pieces with a fold are halves: cut them on folded cloth'
            : 'Pieces with a fold are whole: cut them as drawn',
        ]
      : []),
    ...draft.errors.map(({ message }) => `Warning: ${message}`),
    ...draft.hints,
  ];
}
