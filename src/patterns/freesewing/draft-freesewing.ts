/** Drafts a `freesewing` version: values to measurements and options, FreeSewing's parts to pieces. */

import { ServiceError } from '../../errors.js';
import type { Point } from '../../geometry/point.js';
import {
  atPieces,
  type BodyValues,
  type Draft,
  type DraftProblem,
  type DraftRequest,
  type Piece,
  type PieceProblem,
  piecePath,
} from '../draft.js';
import { type DrawnPiece, finishPiece, PieceError } from '../finish-piece.js';
import { openedPiece } from '../opened-piece.js';
import type { Loop } from '../region.js';
import { type ResolvedValues, resolveValues } from '../resolve-values.js';
import { undraftable } from '../undraftable.js';
import type { VariableSource, VariableValue } from '../variable.js';
import { allowanceKey, type FreesewingContent, wordsOf } from './content.js';
import { CutListReader, type PartCutting } from './cut-list.js';
import {
  type CutList,
  type FreesewingPart,
  type FreesewingStore,
  type LoadedDesign,
  loadDesign,
  type Plugin,
} from './design.js';
import { designSewing, edgesOfPart, sewDesign } from './design-sewing.js';
import { hintsOf, warningsOf } from './flags.js';
import { derivations, freesewingMeasurements, type Gender } from './measurement-map.js';
import { fastenersOf, unknownSnippets } from './part-fasteners.js';
import { closedAtFold, foldsOf } from './part-fold.js';
import { grainOf, noGrainReason } from './part-grain.js';
import { outlineNodes, type PartOutline, partOutline, pointOf, seamLoop } from './part-lines.js';
import { innerLines } from './part-marks.js';
import { copiesOf } from './part-material.js';
import { textsOf } from './part-texts.js';
import { untestedOutline } from './tested-range.js';

export async function draftFreesewing(content: FreesewingContent, request: DraftRequest): Promise<Draft> {
  const { values, sources, problems } = resolveValues(content.variables, request);
  if (problems.length > 0) throw ServiceError.ofProblems('invalid', problems);
  const gender = request.body?.gender ?? content.gender;
  derive(values, sources, gender);
  const loaded = await loadDesign(content.design);
  checkEngine(content, loaded);
  const get = (key: string): number => values.get(key) as number;
  const run: DesignRun = {
    content,
    loaded,
    given: { values, sources },
    measurements: freesewingMeasurements(content.measurements, get, gender),
    allowance: get(allowanceKey),
  };
  const drafted = runDesign(run, values);
  const found: PieceProblem[] = [];
  const untested: DraftProblem[] = [];
  const result = pieces(drafted, request.unfold, found);
  if (content.variables.some(({ key, group }) => group === 'body' && sources.get(key) !== 'default')) {
    const genders = request.body ? [gender] : (['female', 'male'] as const);
    untested.push(...testedProblems(run, drafted, hasOwnOptions(content, values), genders, result));
  }
  const sewn = sewDesign(designSewing(content.design), {
    pieces: result,
    parts: new Map(drafted.parts.map(({ partName, part }) => [idOf(partName), part])),
    variables: content.variables,
    values,
    request,
  });
  return {
    name: content.name,
    description: content.description,
    unit: 'mm',
    variables: Object.fromEntries(content.variables.map(({ key, default: value }) => [key, values.get(key) ?? value])),
    variableSources: Object.fromEntries(content.variables.map(({ key }) => [key, sources.get(key) ?? 'default'])),
    hints: hintsOf(drafted.store, loaded.texts),
    ...sewn,
    errors: [...warningsOf(drafted.store, loaded.texts), ...atPieces(found, result), ...sewn.errors, ...untested],
    pieces: result,
  };
}

/** The outlines of the parts at the default options, as drawn for a half, by the id of their first piece. */
export async function outlinesAtDefaults(content: FreesewingContent, body: BodyValues): Promise<Map<string, Loop>> {
  const { values, sources, problems } = resolveValues(content.variables, { variables: {}, body, unfold: false });
  if (problems.length > 0) throw ServiceError.ofProblems('invalid', problems);
  derive(values, sources, body.gender);
  const get = (key: string): number => values.get(key) as number;
  const measurements = freesewingMeasurements(content.measurements, get, body.gender);
  const loaded = await loadDesign(content.design);
  const run = { content, loaded, given: { values, sources }, measurements, allowance: get(allowanceKey) };
  return ringsOf(runDesign(run, defaultsOf(content)));
}

/** The input of a design beside its options. */
interface DesignRun {
  readonly content: FreesewingContent;
  readonly loaded: LoadedDesign;
  readonly given: Pick<ResolvedValues, 'values' | 'sources'>;
  readonly measurements: Readonly<Record<string, number>>;
  readonly allowance: number;
}

interface DraftedParts {
  readonly run: DesignRun;
  readonly store: FreesewingStore;
  readonly parts: readonly CutPart[];
}

function runDesign(run: DesignRun, values: ReadonlyMap<string, VariableValue>): DraftedParts {
  const { content, loaded, measurements, allowance } = run;
  const settings = { measurements, options: optionsOf(content, values), sa: allowance };
  const design = new loaded.construct({ ...settings, complete: true, paperless: false, expand: true });
  const cutList = new CutListReader();
  const drafted = design.use(plainTitles).use(cutList.plugin).draft();
  const store = drafted.setStores[0]!;
  const [error] = store.logs.error;
  if (error !== undefined) throw failure(run, 'variables', reasonOf(error), error);
  return { run, store, parts: cutParts(drafted.parts[0]!, { run, cutList, store }) };
}

const optionKeys = ({ variables }: FreesewingContent): string[] =>
  variables
    .filter(({ key, group, editable }) => editable && group !== 'body' && key !== allowanceKey)
    .map(({ key }) => key);

const defaultsOf = ({ variables }: FreesewingContent): Map<string, VariableValue> =>
  new Map(variables.map(({ key, default: value }) => [key, value]));

function hasOwnOptions(content: FreesewingContent, values: ReadonlyMap<string, VariableValue>): boolean {
  const defaults = defaultsOf(content);
  return optionKeys(content).some((key) => values.get(key) !== defaults.get(key));
}

/** FreeSewing's options: its own names, percentages as fractions. */
function optionsOf(
  content: FreesewingContent,
  values: ReadonlyMap<string, VariableValue>,
): Record<string, VariableValue> {
  return Object.fromEntries(
    optionKeys(content).map((key) => {
      const value = values.get(key)!;
      const scaled = content.fractions.includes(key) && typeof value === 'number' ? value / 100 : value;
      return [content.renamed[key] ?? key, scaled];
    }),
  );
}

const ringOf = ({ outline }: CutPart): Loop => outline.seam ?? outline.cut.outers[0] ?? [];

const ringsOf = ({ parts }: DraftedParts): Map<string, Loop> =>
  new Map(parts.map((part) => [idOf(part.partName), ringOf(part)]));

/**
 * A warning where the body makes outlines unlike the design's trials. Options change outlines on purpose, so the
 * comparison uses the defaults.
 */
function testedProblems(
  run: DesignRun,
  drafted: DraftedParts,
  hasOptions: boolean,
  genders: readonly Gender[],
  pieces: readonly Piece[],
): DraftProblem[] {
  const code = 'outside_tested_range';
  const advice = 'sew a trial garment before cutting good cloth';
  let atDefaults = drafted;
  if (hasOptions) {
    try {
      atDefaults = runDesign(run, defaultsOf(run.content));
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      const message = `the design cannot be drafted to these measurements at its default options: ${advice}`;
      return [{ code, message, path: 'variables' }];
    }
  }
  const untested = untestedOutline(run.content.design, genders, ringsOf(atDefaults));
  if (!untested) return [];
  const { id, ids, words } = untested;
  const { name } = atDefaults.parts.find(({ partName }) => idOf(partName) === id)!;
  const others =
    ids.length === 1 ? '' : `, and ${ids.length - 1} more of its ${atDefaults.parts.length} parts are beyond`;
  const where = hasOptions ? 'at the default options ' : '';
  return [{ code, message: `${where}"${name}" ${words}${others}: ${advice}`, path: piecePath(id, pieces) }];
}

/**
 * FreeSewing's own titles are texts with today's date, and take a tenth of the time of a draft. Only the name of the
 * part is read from them.
 */
const plainTitles: Plugin = {
  name: 'selvage-plain-titles',
  version: '1.0.0',
  macros: {
    title({ title }, { part, store }) {
      if (title) store.set(['partTitles', part.name], title);
    },
  },
};

/** Missing measurements, derived from the given ones. */
function derive(values: Map<string, VariableValue>, sources: Map<string, VariableSource>, gender: Gender): void {
  for (const { key, from, value } of derivations) {
    if (sources.get(key) !== 'default' || from.every((source) => sources.get(source) === 'default')) continue;
    values.set(key, Math.round(value((name) => values.get(name) as number, gender) * 10) / 10);
    sources.set(key, 'derived');
  }
}

function checkEngine({ engine, name }: FreesewingContent, loaded: LoadedDesign): void {
  const missing = Object.entries(engine).find(([packageName, version]) => loaded.engine[packageName] !== version);
  if (!missing) return;
  const [packageName, version] = missing;
  const message = `${name} was published with ${packageName} ${version}, but ${loaded.engine[packageName]} is installed`;
  throw new ServiceError('draft_failed', message, { code: 'engine_version_unavailable' });
}

const failure = ({ content, given }: DesignRun, path: string, reason: string, cause?: unknown): ServiceError =>
  undraftable(path, reason, content.variables, given, cause);

/** Log entries are texts, errors, or a text with an error. Only the words of a design help a sewer, no exception. */
function reasonOf(entry: unknown): string {
  const [text] = (Array.isArray(entry) ? entry.map(String).join(' ') : String(entry)).split('\n');
  return /Error\b|`/.test(text!) ? 'the design has no shape for them' : `FreeSewing reports: ${text!.slice(0, 200)}`;
}

/** A part to cut. */
interface CutPart {
  readonly partName: string;
  readonly part: FreesewingPart;
  readonly outline: PartOutline;
  readonly cutting: PartCutting;
  /** From its title; unique among the parts. */
  readonly name: string;
}

function pieces({ run, store, parts }: DraftedParts, unfold: boolean, problems: PieceProblem[]): Piece[] {
  const taken = new Set<string>();
  const result: Piece[] = [];
  for (const part of parts) {
    for (const snippet of unknownSnippets(part.part)) {
      const message = `"${part.name}" draws a mark "${snippet}", which is not known here; it is left out`;
      problems.push({ code: 'mark_left_out', message, pieceId: idOf(part.partName) });
    }
    for (const drawn of drawnPieces(part, run, store, problems)) {
      let { id } = drawn;
      for (let i = 2; taken.has(id); i++) id = `${drawn.id}-${i}`;
      taken.add(id);
      try {
        result.push(finishPiece({ ...drawn, id }, unfold, problems));
      } catch (error) {
        if (error instanceof PieceError) throw failure(run, 'pieces', error.message, error);
        throw error;
      }
    }
  }
  if (result.length === 0) throw failure(run, 'variables', 'it has no pieces');
  return result;
}

/** Facts of a draft beside its parts. */
interface DraftContext {
  readonly run: DesignRun;
  readonly cutList: CutListReader;
  readonly store: FreesewingStore;
}

/** The parts with outlines of their own. */
function cutParts(parts: Readonly<Record<string, FreesewingPart>>, context: DraftContext): CutPart[] {
  const cut = Object.entries(parts).flatMap(([partName, part]) => {
    if (part.hidden) return [];
    const outline = partOutline(part, context.run.allowance);
    const cutting = context.cutList.cutting(partName);
    // an option may leave a part out, which then stays as a copy of its parent
    const parent = cutting.linesOf === null ? undefined : parts[cutting.linesOf];
    const isCopy = parent && !parent.hidden && isEqual(seamLoop(part), seamLoop(parent));
    return outline && !isCopy ? [{ partName, part, outline, cutting, name: titleOf(partName, context) }] : [];
  });
  // a title on two parts is wrong on one of them
  const titles = cut.map(({ name }) => name);
  return cut.map((part) =>
    titles.filter((title) => title === part.name).length === 1
      ? part
      : { ...part, name: wordsOf(part.partName.replace(/^.*\./, '')) },
  );
}

const isEqual = (a: Loop | null, b: Loop | null): boolean =>
  a?.length === b?.length && (a ?? []).every(([x, y], i) => x === b![i]![0] && y === b![i]![1]);

function titleOf(partName: string, { store, run }: DraftContext): string {
  const { texts } = run.loaded;
  const title = String(store.get(['partTitles', partName]) ?? '');
  const key = (title && title !== 'undefined' ? title : partName).replace(/^.*[.:]/, '');
  return texts.p[key] ?? wordsOf(key);
}

/** `front-pocket-bag` for `charlie.frontPocketBag`. */
const idOf = (partName: string): string =>
  partName
    .replace(/^.*\./, '')
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .toLowerCase();

/** One piece for each material of the part. */
function drawnPieces(
  { partName, part, outline, cutting, name }: CutPart,
  { content, loaded }: DesignRun,
  store: FreesewingStore,
  problems: PieceProblem[],
): DrawnPiece[] {
  const { grain } = (store.get(['cutlist', partName]) ?? {}) as CutList;
  const id = idOf(partName);
  const ring = outline.seam ?? outline.cut.outers[0] ?? [];
  const [fold = null, ...otherFolds] = foldsOf(cutting, ring);
  const isFoldLeftOut = !fold && !cutting.inheritsFolds && cutting.folds.length > 0;
  if (isFoldLeftOut) {
    const message = `the outline of "${name}" does not end at the design's fold at these values; it comes as a half, to cut in mirrored pairs`;
    problems.push({ code: 'fold_left_out', message, pieceId: id });
  }
  // a grain direction given with such a fold means nothing
  const grainline = grainOf(part, isFoldLeftOut ? undefined : grain, fold, ring);
  const common = {
    ...outline,
    nodes: outlineNodes(part),
    edges: edgesOfPart(designSewing(content.design), { id, name }, part, ring, problems),
    cut: fold && outline.seam ? closedAtFold(outline.cut, outline.seam, fold, outline.allowance) : outline.cut,
    seamAllowance: outline.allowance,
    holes: [],
    fold,
    grainline,
    notches: snippets(part, ['notch', 'bnotch']).map(({ at, def }) => ({
      at,
      type: def === 'bnotch' ? ('back' as const) : ('slit' as const),
    })),
    drillHoles: [],
    internalLines: innerLines(part, outline),
    texts: textsOf(part, loaded.texts),
    fasteners: fastenersOf(part),
  };
  return copiesOf(partName, part, cutting, fold !== null).map(({ material, ...copies }, i) => {
    const drawn: DrawnPiece = {
      ...common,
      ...copies,
      id: i === 0 ? id : `${id}-${material}`,
      name: i === 0 ? name : `${name} (${material})`,
      material,
      grainlineReason: grainline ? '' : noGrainReason(content.design, material),
    };
    return otherFolds.reduce(openedPiece, drawn);
  });
}

function snippets(part: FreesewingPart, kinds: readonly string[]): { at: Point; def: string }[] {
  return Object.values(part.snippets)
    .filter(({ def }) => kinds.includes(def))
    .map(({ def, anchor }) => ({ def, at: pointOf(anchor) }));
}
