/**
 * Drafts every FreeSewing design to measured people of ordinary build and writes the ranges of its outlines. With
 * `--check` it counts the other people for whom the ranges are too narrow:
 *
 * npm run build && node dist/bench/patterns/write-tested-outlines.js [--data ../shared/body] [--people 150] [--check]
 *
 * The people are from ANSUR I and II (public domain), with a body mass index from 18.5 to 30. Without the survey files
 * the ranges stay the same. The body model predicts the measurements that a survey lacks.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { loadBodyModel } from '../../src/body/complete.js';
import { ServiceError } from '../../src/errors.js';
import type { BodyValues } from '../../src/patterns/draft.js';
import type { FreesewingContent } from '../../src/patterns/freesewing/content.js';
import { outlinesAtDefaults } from '../../src/patterns/freesewing/draft-freesewing.js';
import { outlineMeasures } from '../../src/patterns/freesewing/outline-measures.js';
import { untestedOutline } from '../../src/patterns/freesewing/tested-range.js';
import { libraryVersions } from '../../src/patterns/library/library.js';

const { values } = parseArgs({
  options: {
    data: { type: 'string', default: '../shared/body' },
    people: { type: 'string', default: '150' },
    check: { type: 'boolean', default: false },
  },
});
const perSurvey = Number(values.people);
const surveys = ['ansur1_train.csv', 'ansur2_train.csv'];
const genders = ['female', 'male'] as const;
const model = await loadBodyModel();

type Row = Readonly<Record<string, string>>;

function readRows(file: string): Row[] {
  const [head = [], ...rows] = readFileSync(join(values.data, file), 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split(',').map((cell) => cell.trim()));
  return rows.map((row) => Object.fromEntries(head.map((name, i) => [name, row[i] ?? ''])));
}

function bodyOf(row: Row, gender: 'female' | 'male'): BodyValues {
  const names = Object.keys(row).filter((name) => !/^(id|sex|source|x_.*)$/.test(name) && row[name] !== '');
  const measurements = Object.fromEntries(names.map((name) => [name, Number(row[name])]));
  const [completed] = model.completeMany([{ gender, unit: 'metric', measurements }]);
  const entries = Object.entries(completed!.fields).flatMap(([name, { value, source }]) =>
    value === null ? [] : [[name, { value, source: source === 'input' ? 'body' : 'predicted' }] as const],
  );
  return { gender, measurements: Object.fromEntries(entries) };
}

/** People evenly spread over a survey; `offset` (0 to 1) shifts the choice towards the next one. */
function people(gender: 'female' | 'male', offset: number, count: number): BodyValues[] {
  return surveys.flatMap((file) => {
    const rows = readRows(file).filter(({ sex, height, weight }) => {
      const index = Number(weight) / (Number(height) / 100) ** 2;
      return sex === gender && index >= 18.5 && index <= 30;
    });
    const step = rows.length / count;
    return Array.from({ length: count }, (_, i) => bodyOf(rows[Math.floor((i + offset) * step)]!, gender));
  });
}

async function rings(content: FreesewingContent, body: BodyValues): ReturnType<typeof outlinesAtDefaults> {
  try {
    return await outlinesAtDefaults(content, body);
  } catch (error) {
    // A failing draft has its own message.
    if (error instanceof ServiceError) return new Map();
    throw error;
  }
}

type Ranges = Record<string, Record<string, [number, number]>>;

async function rangesOf(content: FreesewingContent, bodies: readonly BodyValues[]): Promise<Ranges> {
  const ranges: Ranges = {};
  for (const body of bodies) {
    for (const [id, ring] of await rings(content, body)) {
      ranges[id] ??= {};
      for (const [measure, value] of Object.entries(outlineMeasures(ring))) {
        const [least, greatest] = ranges[id][measure] ?? [Infinity, -Infinity];
        ranges[id][measure] = [Math.min(least, Math.floor(value)), Math.max(greatest, Math.ceil(value))];
      }
    }
  }
  return ranges;
}

async function write(): Promise<void> {
  const designs: Record<string, Record<string, Ranges>> = {};
  const bodies = Object.fromEntries(genders.map((gender) => [gender, people(gender, 0, perSurvey)] as const));
  for (const version of libraryVersions().filter(({ kind }) => kind === 'freesewing')) {
    const content = version.content as unknown as FreesewingContent;
    const ofDesign: Record<string, Ranges> = {};
    for (const gender of genders) ofDesign[gender] = await rangesOf(content, bodies[gender]!);
    designs[content.design] = ofDesign;
    console.log(content.design);
  }
  const lines = Object.entries(designs).map(
    ([design, ranges]) => `    ${JSON.stringify(design)}: ${JSON.stringify(ranges)}`,
  );
  const count = JSON.stringify({ female: bodies.female!.length, male: bodies.male!.length });
  const file = join('src', 'patterns', 'freesewing', 'tested-outlines.json');
  writeFileSync(file, `{\n  "people": ${count},\n  "designs": {\n${lines.join(',\n')}\n  }\n}\n`);
}

async function check(): Promise<void> {
  let [warned, drafted] = [0, 0];
  for (const gender of genders) {
    const bodies = people(gender, 0.5, Math.ceil(perSurvey / 5));
    for (const version of libraryVersions().filter(({ kind }) => kind === 'freesewing')) {
      const content = version.content as unknown as FreesewingContent;
      let ofDesign = 0;
      for (const body of bodies) {
        const found = untestedOutline(content.design, [gender], await rings(content, body));
        drafted++;
        if (!found) continue;
        ofDesign++;
        console.log(`  ${content.design} ${found.id} ${found.words}`);
      }
      warned += ofDesign;
      console.log(`${content.design} ${gender}: ${ofDesign} of ${bodies.length} get a warning`);
    }
  }
  console.log(
    `${warned} of ${drafted} drafts of other people get a warning (${((100 * warned) / drafted).toFixed(2)} %)`,
  );
}

if (!surveys.every((file) => existsSync(join(values.data, file)))) {
  console.log(`no measured people in ${values.data}: the ranges stay the same`);
} else if (values.check) await check();
else await write();
