/** The form of a pattern in many sizes: table and range, settings of all sizes, seams, tech pack. */
import type { Pattern, SizedSeam, SizedValue } from '../../../gen/selvage/pattern/v1/pattern_pb.js';
import { addGarment } from '../marker/cutting-list.js';
import { settingsOfSizes } from '../pattern/drafting.js';
import { SeamList, type WalkedSeam } from '../pattern/seam-list.js';
import { VariableGroups } from '../pattern/variable-groups.js';
import { Warnings } from '../pattern/warnings.js';
import { Problems } from '../shell/problems.js';
import { goTo } from '../shell/step.js';
import { BaseSize, SizeForm } from './size-form.js';
import { range, shownSizes, sizesTrouble, wanted } from './sizing.js';
import { TechPackForm } from './tech-pack.js';

export function SizesForm({ pattern }: { pattern: Pattern }) {
  const answer = shownSizes.value;
  const problem = sizesTrouble.value;
  const atVariable = [...(problem?.fields.keys() ?? [])].some((path) => path.startsWith('variables.'));
  const warnings = answer?.warnings.map(({ message }) => message) ?? [];
  const pieces = answer?.sizes.flatMap((size) => size.pieces) ?? [];
  return (
    <>
      <SizeForm>
        <BaseSize />
      </SizeForm>
      {problem && !atVariable && <Problems trouble={problem} />}
      <Warnings sentences={warnings} />
      <SeamList
        seams={(answer?.seams ?? []).map(walkOfSizes)}
        pieces={new Map(pieces.map(({ id, name }) => [id, name]))}
        warnings={warnings}
      />
      <VariableGroups pattern={pattern} drafted={null} trouble={problem} withMeasurements={false} />
      <TechPackForm pattern={pattern} />
      <ToMarker pattern={pattern} />
    </>
  );
}

function walkOfSizes({ name, first, second, lengths, ease, difference }: SizedSeam): WalkedSeam {
  const worst = difference.reduce((a, b) => (Math.abs(b.value) > Math.abs(a.value) ? b : a));
  return {
    name,
    first,
    second,
    lengths: [ends(lengths.map((each) => each.first)), ends(lengths.map((each) => each.second))],
    off: { mm: worst.value, size: worst.size },
    ease: ends(ease.map(({ value }: SizedValue) => value)),
  };
}

const ends = (values: readonly number[]): [number, number] => [Math.min(...values), Math.max(...values)];

/** Adds one garment of each size that is shown. */
function ToMarker({ pattern }: { pattern: Pattern }) {
  const chosen = range.value;
  const shown = chosen?.names.filter((name) => !wanted.value.hidden.includes(name)) ?? [];
  return (
    <div class="actions">
      <button
        type="button"
        class="primary"
        disabled={shownSizes.value === null || shown.length === 0}
        onClick={() => {
          const { tableId, versionNumber, name } = chosen!.table;
          addGarment({
            patternId: pattern.patternId,
            wearer: null,
            settings: settingsOfSizes(pattern),
            quantity: 1,
            sized: { tableId, versionNumber, name, sizes: shown.map((size) => ({ size, quantity: 1 })) },
          });
          goTo('marker');
        }}
      >
        Add to the marker
      </button>
    </div>
  );
}
