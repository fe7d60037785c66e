/** The work with a layout: its seams, its files, the order of its cuts, its rests, and plain cloth beside it. */
import { useComputed, useSignal } from '@preact/signals';
import type { NestSolution } from '../../../gen/selvage/nest/v1/nest_pb.js';
import { download, fileName } from '../shell/download.js';
import { lazy } from '../shell/lazy.js';
import { lengthUnit } from '../shell/lengths.js';
import { useSaving } from '../shell/saving.js';
import { StaysMetric } from '../shell/stays-metric.js';
import { BesidePlain } from './beside-plain.js';
import { canShowCuts } from './cut-way.js';
import { cutter, showsCuts } from './cutter.js';
import { type MarkerFile, markerFiles, type Paper, writeMarker } from './files.js';
import { faulty } from './locked.js';
import { plainSolution } from './plain.js';
import { restsOf } from './rests.js';
import { best, ground, phase } from './run.js';
import { Seams } from './seams.js';
import { fabric, setup, takeRests } from './setup.js';

export function LayoutResults({ solution }: { readonly solution: NestSolution }) {
  const isSound = faulty.value.size === 0;
  const isDone = phase.value === 'done';
  return (
    <>
      {isSound && <Seams matches={solution.matches} unitMm={ground.value!.unitMm} />}
      {isSound && <Downloads />}
      {canShowCuts.value && <Cuts />}
      {isDone && isSound && <KeepRests solution={solution} />}
      {isDone && showsPattern() && <BesidePlain />}
    </>
  );
}

const CutterFields = lazy(async () => (await import('./cutter-fields.js')).CutterFields);

const showsPattern = (): boolean => {
  const { fabric } = ground.value!;
  return fabric?.repeatX !== undefined || fabric?.repeatY !== undefined;
};

function KeepRests({ solution }: { readonly solution: NestSolution }) {
  const count = restsOf(solution).length;
  if (count === 0) {
    if (fabric.value === 'roll' || setup.value.restWidth.trim() === '') return null;
    return <p class="help">No rests of this layout are known. A search finds them, where they are wide enough.</p>;
  }
  return (
    <button type="button" class="quiet" onClick={() => takeRests(solution, ground.value!.unitMm)}>
      Cut the next marker from {count === 1 ? 'this rest' : `these ${count} rests`}
    </button>
  );
}

function Cuts() {
  return (
    <>
      <label class="check">
        <input
          type="checkbox"
          checked={showsCuts.value}
          onChange={(event) => {
            showsCuts.value = event.currentTarget.checked;
          }}
        />
        <span>Show the order of the cuts</span>
      </label>
      {showsCuts.value && <CutterFields />}
    </>
  );
}

const papers: readonly (readonly [name: string, Paper])[] = [
  ['full size', { page: 'full', scale: 1 }],
  ['full size on A4', { page: 'a4', scale: 1 }],
  ['full size on Letter', { page: 'letter', scale: 1 }],
  ['full size on A0', { page: 'a0', scale: 1 }],
  ['1:5', { page: 'full', scale: 0.2 }],
  ['1:10 on A4', { page: 'a4', scale: 0.1 }],
  ['1:10 on Letter', { page: 'letter', scale: 0.1 }],
];

const fullOnLetter = papers.findIndex(([, { page, scale }]) => page === 'letter' && scale === 1);

function Downloads() {
  const chosenPaper = useSignal<number | null>(null);
  // Inches go with Letter.
  const paper = useComputed(() => chosenPaper.value ?? (lengthUnit.value === 'in' ? fullOnLetter : 0));
  const { busy, trouble, save } = useSaving<MarkerFile>(async (file) => {
    const [on, solution] = [ground.value!, best.value!];
    const { type, content } = await writeMarker(file, on, solution, {
      paper: papers[paper.value]![1],
      cutting: cutter.value ?? undefined,
      plain: plainSolution(on),
    });
    download(`${fileName(on.title)}.${file.toLowerCase()}`, type, content);
  });
  return (
    <fieldset class="downloads" aria-label="Download the best layout" disabled={cutter.value === null}>
      {markerFiles.map((file) => (
        <button key={file} type="button" aria-busy={busy.value === file} onClick={() => void save(file)}>
          {file}
        </button>
      ))}
      <select
        aria-label="PDF paper size"
        value={paper.value}
        onChange={(event) => {
          chosenPaper.value = Number(event.currentTarget.value);
        }}
      >
        {papers.map(([name], i) => (
          <option key={name} value={i}>
            PDF: {name}
          </option>
        ))}
      </select>
      <StaysMetric files="SVG, PLT and the report in JSON stay" />
      {trouble.value && <p class="problem">{trouble.value.message}</p>}
    </fieldset>
  );
}
