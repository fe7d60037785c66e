/** The walk along every seam, as a list. The drawing lights up both sides of the seam in focus, or under the pointer. */
import { useEffect } from 'preact/hooks';
import type { Seam } from '../../../gen/selvage/pattern/v1/pattern_pb.js';
import { lengthIn, lengthText } from '../shell/lengths.js';
import { held, pointed, type SewnSides } from './lit-seam.js';

export interface WalkedSeam extends SewnSides {
  /** Lengths of both sides, mm: the least and the greatest of all sizes. */
  readonly lengths: readonly [first: readonly [number, number], second: readonly [number, number]];
  /** The difference farthest from 0, mm, and the size that has it; an empty name for a single draft. */
  readonly off: { readonly mm: number; readonly size: string };
  /** Meant difference of the sides, mm: the least and the greatest. */
  readonly ease: readonly [number, number];
}

/** The walk along a seam of a single draft. */
export const walkOf = ({ name, first, second, firstLength, secondLength, ease, difference }: Seam): WalkedSeam => ({
  name,
  first,
  second,
  lengths: [
    [firstLength, firstLength],
    [secondLength, secondLength],
  ],
  off: { mm: difference, size: '' },
  ease: [ease, ease],
});

interface SeamListProps {
  readonly seams: readonly WalkedSeam[];
  /** Names of pieces by their id. */
  readonly pieces: ReadonlyMap<string, string>;
  /** Sentences of the service about seams that do not fit. */
  readonly warnings: readonly string[];
}

export function SeamList({ seams, pieces, warnings }: SeamListProps) {
  useEffect(() => unlight, []);
  if (seams.length === 0) return null;
  return (
    <details class="seams" onToggle={(event) => !event.currentTarget.open && unlight()}>
      <summary>
        Seams <span class="muted">{seams.length}</span>
      </summary>
      <p class="help">Point at a seam to see both of its edges; press it to keep them lit.</p>
      <ul>
        {seams.map((seam) => (
          <Row
            key={seam.name}
            seam={seam}
            pieces={pieces}
            bad={warnings.some((each) => each.includes(`"${seam.name}"`))}
          />
        ))}
      </ul>
    </details>
  );
}

function unlight(): void {
  pointed.value = null;
  held.value = null;
}

function Row({ seam, pieces, bad }: { seam: WalkedSeam; pieces: SeamListProps['pieces']; bad: boolean }) {
  const { name, lengths, off, ease } = seam;
  const isHeld = held.value?.name === name;
  const point = (): void => {
    pointed.value = seam;
  };
  const leave = (): void => {
    if (pointed.peek()?.name === name) pointed.value = null;
  };
  const side = (edges: SewnSides['first']): string =>
    edges.map(({ piece, edge }) => `${pieces.get(piece) ?? piece}, ${inWords(edge)}`).join(' + ');
  return (
    <li>
      <button
        type="button"
        aria-pressed={isHeld}
        onMouseEnter={point}
        onMouseLeave={leave}
        onFocus={point}
        onBlur={leave}
        onClick={() => {
          held.value = isHeld ? null : seam;
        }}
      >
        <span class="seam-name">{titled(name)}</span>
        <span class={bad ? 'warning' : 'muted'}>
          {Math.abs(off.mm) < 0.05 ? 'fits' : `${lengthText(Math.abs(off.mm))} off`}
          {Math.abs(off.mm) >= 0.05 && off.size !== '' && ` in ${off.size}`}
        </span>
        <span class="seam-side first">
          {side(seam.first)}: {span(lengths[0])}
        </span>
        <span class="seam-side second">
          {side(seam.second)}: {span(lengths[1])}
        </span>
        {ease.some((mm) => Math.abs(mm) >= 0.05) && <span class="muted">{span(ease)} of ease</span>}
      </button>
    </li>
  );
}

const inWords = (name: string): string => name.replaceAll('-', ' ');

function titled(name: string): string {
  const words = inWords(name);
  return words[0]!.toUpperCase() + words.slice(1);
}

/** A length, or the range of several. */
function span([least, most]: readonly [number, number]): string {
  const [from, to] = [lengthIn(least), lengthText(most)];
  return from === lengthIn(most) ? to : `${from} to ${to}`;
}
