/** Writes the results of cross-validation: the tables of the model card, and its plots. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bodyFields, fieldIndex } from '../fields.js';
import { drawChart } from './chart.js';
import type { CrossValidated } from './cross-validate.js';
import { drawDots } from './dot-plot.js';
import type { TrainedNetwork } from './fit-network.js';
import type { ProbeResult } from './probe.js';
import { civilianQuestion, type Question, surveyQuestions } from './questions.js';
import { quarterNames, type Scores } from './score.js';

const ageBands = ['age 18-40', 'age 40-60', 'age 60+'];
const bmiBands = ['BMI < 25', 'BMI 25-30', 'BMI 30-35', 'BMI 35+'];
const civilianFields = ['waistGirth', 'hipGirth', 'bicepGirth', 'calfGirth', 'midThighGirth'];

type Row = readonly (string | number)[];

/** A table in Markdown; the first column is text, the others numbers. */
export function markdownTable(header: readonly string[], rows: readonly Row[]): string {
  const line = (cells: Row): string => `| ${cells.join(' | ')} |`;
  return [line(header), line(header.map((_, i) => (i === 0 ? '---' : '---:'))), ...rows.map(line)].join('\n');
}

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;
const signed = (value: number): string => (value >= 0 ? `+${value.toFixed(2)}` : value.toFixed(2));

/**
 * Error of the model beside the conditional Gaussian, by known fields; and the share of truths inside the intervals.
 */
export function accuracyTable({ model, reference }: CrossValidated): string {
  const ratios: number[] = [];
  const rows = surveyQuestions.map((question): Row => {
    const ours = model.error(question);
    const theirs = reference.error(question);
    ratios.push(ours / theirs);
    const tally = model.tallies.get(question.name);
    const all = model.tallies.get(`${question.name} | all fields`);
    return [
      question.name,
      theirs.toFixed(3),
      ours.toFixed(3),
      (ours / theirs).toFixed(4),
      percent(tally.coverage),
      percent(all.coverage),
    ];
  });
  const mean = ratios.slice(0, 3).reduce((sum, ratio) => sum + ratio, 0) / 3;
  rows.push(['mean of the first three', '', '', mean.toFixed(4), '', '']);
  const header = ['known', 'Gaussian, cm', 'model, cm', 'ratio', 'in 90 % interval', 'same, all fields'];
  return markdownTable(header, rows);
}

/** Interval coverage among light, heavy, short and tall soldiers. */
export function coverageTable({ model }: CrossValidated): string {
  const rows = surveyQuestions.map(
    (question): Row => [
      question.name,
      ...quarterNames.map((quarter) => percent(model.tallies.get(`${question.name} | ${quarter}`).coverage)),
    ],
  );
  return markdownTable(['in 90 % interval', ...quarterNames], rows);
}

/** Civilians from height, weight and age: mean absolute error and bias in each band, cm. */
export function civilianTable({ model, reference }: CrossValidated): string {
  const rows = civilianFields.flatMap((field) =>
    (['male', 'female'] as const).map((gender): Row => {
      const name = `civilians | ${gender} | ${fieldIndex(field)}`;
      const tally = model.tallies.get(name);
      const biases = [...ageBands, ...bmiBands].map((band) => signed(model.tallies.get(`${name} | ${band}`).bias));
      return [
        `${field}, ${gender}`,
        reference.tallies.get(name).error.toFixed(2),
        tally.error.toFixed(2),
        percent(tally.coverage),
        ...biases,
      ];
    }),
  );
  return markdownTable(
    ['from height, weight, age', 'soldiers only', 'model', 'in interval', ...ageBands, ...bmiBands],
    rows,
  );
}

function fieldTable(model: Scores): string {
  const rows = bodyFields.map(
    ({ name, origin }, field): Row => [
      name,
      origin,
      ...surveyQuestions.map((question) => {
        const tally = model.tallies.get(`${question.name} | field ${field}`);
        return tally.count === 0 ? '' : tally.error.toFixed(2);
      }),
    ],
  );
  return markdownTable(['field', 'origin', ...surveyQuestions.map(({ name }) => name)], rows);
}

/** The questions of the plot by field: few known fields, a good set, many. */
const plotted = [surveyQuestions[0]!, surveyQuestions[2]!, surveyQuestions[4]!];

function fieldPlot(model: Scores): string {
  const error = (question: Question, field: number): number | null => {
    const tally = model.tallies.get(`${question.name} | field ${field}`);
    return tally.count === 0 ? null : tally.error;
  };
  const fields = bodyFields
    .map((_, i) => i)
    .filter((i) => bodyFields[i]!.kind !== 'age' && bodyFields[i]!.kind !== 'mass');
  return drawDots({
    title: 'Mean absolute error of every size on people never seen',
    axis: 'cm; * synthetic',
    categories: fields.map((i) => bodyFields[i]!.name + (bodyFields[i]!.origin === 'synthetic' ? ' *' : '')),
    series: plotted.map((question) => ({
      name: question.name,
      values: fields.map((field) => error(question, field)),
    })),
  });
}

function plots(result: CrossValidated, { history }: TrainedNetwork): Record<string, string> {
  const { model, reference } = result;
  const bands = [...ageBands, ...bmiBands];
  const waist = (scores: Scores, gender: string): number[] =>
    bands.map((band) => scores.tallies.get(`civilians | ${gender} | ${fieldIndex('waistGirth')} | ${band}`).bias);
  return {
    'accuracy.svg': drawChart({
      title: 'Mean absolute error on people never seen',
      axis: 'cm, mean of 41 fields',
      categories: surveyQuestions.map(({ name }) => name),
      kind: 'bars',
      series: [
        { name: 'model', values: surveyQuestions.map((question) => model.error(question)) },
        { name: 'conditional Gaussian', values: surveyQuestions.map((question) => reference.error(question)) },
      ],
    }),
    'civilian-waist.svg': drawChart({
      title: 'Waist of civilians from height, weight and age: bias',
      axis: 'predicted - measured, cm',
      categories: bands,
      kind: 'bars',
      series: [
        { name: 'model, women', values: waist(model, 'female') },
        { name: 'model, men', values: waist(model, 'male') },
        { name: 'soldiers, women', values: waist(reference, 'female') },
      ],
    }),
    'coverage.svg': drawChart({
      title: 'Truths inside the 90 % interval',
      axis: 'per cent',
      from: 80,
      categories: surveyQuestions.map(({ name }) => name),
      kind: 'bars',
      series: quarterNames.map((quarter) => ({
        name: quarter,
        values: surveyQuestions.map(({ name }) => 100 * model.tallies.get(`${name} | ${quarter}`).coverage),
      })),
    }),
    'fields.svg': fieldPlot(model),
    'training.svg': drawChart({
      title: 'Loss while training the final network',
      axis: 'Huber loss on standardised residuals',
      from: Math.min(...history.flatMap(({ train, validation }) => [train, validation])),
      categories: history.map(({ step }) => String(step)),
      kind: 'lines',
      series: [
        { name: 'training', values: history.map(({ train }) => train) },
        { name: 'people kept out', values: history.map(({ validation }) => validation) },
      ],
    }),
  };
}

const beginMark = '<!-- written by npm run train:body: begin -->';
const endMark = '<!-- written by npm run train:body: end -->';

/** The model card with new figures between its marks; a card of figures alone for a card without marks. */
export function withFigures(card: string | undefined, figures: string): string {
  const block = `${beginMark}\n\n${figures.trim()}\n\n${endMark}\n`;
  if (card === undefined) return `# Body model\n\n${block}`;
  const [begin, end] = [card.indexOf(beginMark), card.indexOf(endMark)];
  if (begin < 0 || end < begin) return `${card.trimEnd()}\n\n${block}`;
  return card.slice(0, begin) + block + card.slice(end + endMark.length).replace(/^\n/, '');
}

/** Writes the figures into the model's `README.md`, and the plots beside it. */
export function writeReport(
  folder: string,
  result: CrossValidated,
  network: TrainedNetwork,
  probes: readonly ProbeResult[],
): void {
  const drawn = plots(result, network);
  mkdirSync(join(folder, 'plots'), { recursive: true });
  for (const [name, svg] of Object.entries(drawn)) writeFileSync(join(folder, 'plots', name), svg);
  const card = join(folder, 'README.md');
  const before = existsSync(card) ? readFileSync(card, 'utf8') : undefined;
  writeFileSync(card, withFigures(before, figures(result, probes)));
}

function figures(result: CrossValidated, probes: readonly ProbeResult[]): string {
  const probeRows = probes.map(({ name, auc }): Row => [name, auc.toFixed(3)]);
  return `## Cross-validation

Written by \`npm run train:body\`. Every figure is about people new to the judged model; the Gaussian
beside it is fitted to the same people's soldiers, one per gender, in log space.

### Accuracy

Mean over 41 fields of the mean absolute error: all that were measured or derived on real people, without age, weight,
neck arcs, elbowBent, footInstepGirth and midThighGirth.

${accuracyTable(result)}

![accuracy](plots/accuracy.svg)

### Intervals

${coverageTable(result)}

Civilians, ${civilianQuestion.name}: ${percent(result.model.tallies.get(civilianQuestion.name).coverage)}.

![coverage](plots/coverage.svg)

### Civilians

Mean absolute error in cm, of a Gaussian of soldiers alone and of the model; then the model's bias in each band.

${civilianTable(result)}

![waist](plots/civilian-waist.svg)

### Does the input tell the survey?

Area under the ROC curve of a linear discriminant that guesses the survey (1988 or 2012); 0.5 is chance. Bodies differ
between the surveys, so sizes tell something; the mask and the age that the network is shown must add nothing to that.
The last row is the check that the probe would notice.

${markdownTable(['from', 'area'], probeRows)}

### Error by field

Mean absolute error, cm (weight kg, age years), by what is known.

![by field](plots/fields.svg)

${fieldTable(result.model)}

### Training

![training](plots/training.svg)
`;
}
