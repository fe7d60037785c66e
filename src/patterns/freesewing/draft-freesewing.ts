/** Drafts a `freesewing` version: values to measurements and options, FreeSewing's parts to pieces. */
import { ServiceError } from '../../errors.js';
import type { Draft, DraftProblem, DraftRequest, Piece, Point } from '../draft.js';
import { type DrawnPiece, finishPiece, PieceError } from '../finish-piece.js';
import { resolveValues } from '../resolve-values.js';
import type { VariableSource, VariableValue } from '../variable.js';
import { allowanceKey, type FreesewingContent, wordsOf } from './content.js';
import {
  type CutList,
  type DesignTexts,
  type FreesewingPart,
  type FreesewingStore,
  type LoadedDesign,
  loadDesign,
  type Plugin,
} from './design.js';
import { derivations, freesewingMeasurements, type Gender } from './measurement-map.js';
import { drawnGrain, innerLines, partOutline, pointOf } from './part-lines.js';

export async function draftFreesewing(content: FreesewingContent, request: DraftRequest): Promise<Draft> {
  const { values, sources, problems } = resolveValues(content.variables, request);
  if (problems.length > 0) throw ServiceError.ofProblems('invalid', problems);
  const gender = request.body?.gender ?? content.gender;
  derive(values, sources, gender);
  const loaded = await loadDesign(content.design);
  checkEngine(content, loaded);
  const allowance = values.get(allowanceKey) as number;
  const options: Record<string, VariableValue> = {};
  for (const { key, group, editable } of content.variables) {
    if (group === 'body' || key === allowanceKey || !editable) continue;
    const value = values.get(key)!;
    options[content.renamed[key] ?? key] =
      content.fractions.includes(key) && typeof value === 'number' ? value / 100 : value;
  }
  const get = (key: string): number => values.get(key) as number;
  const design = new loaded.construct({
    measurements: freesewingMeasurements(content.measurements, get, gender),
    options,
    sa: allowance,
    complete: true,
    paperless: false,
    expand: true,
  });
  const drafted = design.use(plainTitles).draft();
  const store = drafted.setStores[0]!;
  const [error] = store.logs.error;
  if (error !== undefined) throw failure('variables', `FreeSewing reports: ${firstLine(error)}`);
  const errors: DraftProblem[] = [];
  return {
    name: content.name,
    description: content.description,
    unit: 'mm',
    variables: Object.fromEntries(content.variables.map(({ key, default: value }) => [key, values.get(key) ?? value])),
    variableSources: Object.fromEntries(content.variables.map(({ key }) => [key, sources.get(key) ?? 'default'])),
    errors,
    pieces: pieces(drafted.parts[0]!, store, loaded.texts, allowance, request.unfold, errors),
  };
}

/**
 * FreeSewing's own titles are texts with today's date, drawn at a tenth of the time of a draft. All that is read of them
 * is the name of the part.
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

/** Measurements that nobody gave, from those that somebody did. */
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

function failure(path: string, reason: string): ServiceError {
  const message = `the pattern cannot be drafted to these values: ${reason}`;
  return new ServiceError('draft_failed', message, { problems: [{ path, code: 'draft_failed', message }] });
}

/** Log entries are texts, errors, or a text with an error. */
function firstLine(entry: unknown): string {
  const text = Array.isArray(entry) ? entry.map(String).join(' ') : String(entry);
  return text.split('\n')[0]!.slice(0, 200);
}

function pieces(
  parts: Readonly<Record<string, FreesewingPart>>,
  store: FreesewingStore,
  texts: DesignTexts,
  allowance: number,
  unfold: boolean,
  errors: DraftProblem[],
): Piece[] {
  const taken = new Set<string>();
  const result: Piece[] = [];
  for (const [name, part] of Object.entries(parts)) {
    if (part.hidden) continue;
    for (const drawn of drawnPieces(name, part, store, texts, allowance)) {
      let { id } = drawn;
      for (let i = 2; taken.has(id); i++) id = `${drawn.id}-${i}`;
      taken.add(id);
      try {
        result.push(finishPiece({ ...drawn, id }, unfold, errors));
      } catch (error) {
        if (error instanceof PieceError) throw failure(`pieces.${error.pieceId}`, error.message);
        throw error;
      }
    }
  }
  if (result.length === 0) throw failure('variables', 'it has no pieces');
  return result;
}

/** One piece for each material that the part is cut from; none for a part without outline. */
function drawnPieces(
  partName: string,
  part: FreesewingPart,
  store: FreesewingStore,
  texts: DesignTexts,
  allowance: number,
): DrawnPiece[] {
  const outline = partOutline(part, allowance);
  if (!outline) return [];
  const cutList = (store.get(['cutlist', partName]) ?? {}) as CutList;
  const title = String(store.get(['partTitles', partName]) ?? '');
  const key = (title && title !== 'undefined' ? title : partName).replace(/^.*[.:]/, '');
  const name = texts.p[key] ?? wordsOf(key);
  const id = partName
    .replace(/^.*\./, '')
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .toLowerCase();
  const materials = Object.entries(cutList.materials ?? {});
  const fold = foldOf(cutList);
  const common = {
    ...outline,
    seamAllowance: outline.allowance,
    holes: [],
    fold,
    grainline: grainOf(part, cutList, fold, outline.cut.outers[0] ?? []),
    notches: snippets(part, ['notch', 'bnotch']).map(({ at, def }) => ({
      at,
      type: def === 'bnotch' ? ('back' as const) : ('slit' as const),
    })),
    drillHoles: snippets(part, [
      'button',
      'buttonhole',
      'buttonhole-start',
      'buttonhole-end',
      'snap-stud',
      'snap-socket',
    ]).map(({ at }) => ({ at, diameter: 2 })),
    internalLines: innerLines(part),
  };
  if (materials.length === 0) return [{ ...common, id, name, quantity: 1, mirrored: false, material: 'fabric' }];
  return materials.map(([material, lines], i) => ({
    ...common,
    id: i === 0 ? id : `${id}-${material}`,
    name: i === 0 ? name : `${name} (${material})`,
    quantity: lines.reduce((sum, line) => sum + line.cut, 0),
    mirrored: !fold && lines.some((line) => line.cut > 1 && !line.identical),
    material,
  }));
}

function snippets(part: FreesewingPart, kinds: readonly string[]): { at: Point; def: string }[] {
  return Object.values(part.snippets)
    .filter(({ def }) => kinds.includes(def))
    .map(({ def, anchor }) => ({ def, at: pointOf(anchor) }));
}

/** The fold line, only where something is cut on the fold: parts inherit fold lines that are not theirs. */
function foldOf({ materials, cutOnFold }: CutList): [Point, Point] | null {
  const onFold = Object.values(materials ?? {}).some((lines) => lines.some((line) => line.onFold));
  if (!onFold || !cutOnFold || cutOnFold.length < 2) return null;
  return [pointOf(cutOnFold[0]!), pointOf(cutOnFold[1]!)];
}

/** As drawn; else the fold; else a line at the angle of the cut list through the middle of the piece. */
function grainOf(
  part: FreesewingPart,
  { grain }: CutList,
  fold: [Point, Point] | null,
  outline: readonly Point[],
): [Point, Point] | null {
  const drawn = drawnGrain(part);
  if (drawn || fold) return drawn ?? fold;
  if (grain === undefined || outline.length === 0) return null;
  const middle = (axis: 0 | 1): [number, number] => {
    const values = outline.map((point) => point[axis]);
    return [Math.min(...values), Math.max(...values)];
  };
  const [[left, right], [top, bottom]] = [middle(0), middle(1)];
  const reach = Math.min(right - left, bottom - top) / 3;
  const angle = (grain * Math.PI) / 180;
  const [dx, dy] = [reach * Math.cos(angle), -reach * Math.sin(angle)];
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  return [
    [x - dx, y - dy],
    [x + dx, y + dy],
  ];
}
