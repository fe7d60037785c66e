/**
 * Turns a pattern of Seamly2D or Valentina into a `definition`: measurements and plain increments become variables, other
 * increments computed ones, tools points and curves, pieces pieces. What was not understood, and what depends on it, is
 * left out and reported.
 */

import { childText, descendants, readXml, type XmlElement, XmlError } from '../../../drawing/xml.js';
import { ServiceError } from '../../../errors.js';
import { definitionSchema } from '../../definition/definition.js';
import { draftDefinition, loadDefinition } from '../../definition/draft-definition.js';
import { measurementByName } from '../../measurements.js';
import type { Json } from '../../pattern-version.js';
import type { ImportNote } from '../note.js';
import { readIncrements, readMeasurements, type SourceVariable, unitOf } from './measurements.js';
import { NameTable } from './names.js';
import { readPieces } from './pieces.js';
import { type Construction, type Ends, type ToolContext, tools } from './tools.js';
import { TranslationError, translateFormula } from './translate-formula.js';

export interface SeamlyImport {
  /** A definition that passes the check on upload. */
  readonly content: Json;
  readonly notes: readonly ImportNote[];
  /** Pieces in the file; the definition has those that could be drafted. */
  readonly pieceCount: number;
}

/** Entries of the document that is being made; the members are changed while parts turn out wrong. */
interface Document {
  variables: Record<string, unknown>[];
  points: Record<string, Construction>;
  curves: Record<string, Construction>;
  pieces: Record<string, unknown>[];
}

const mmPerUnit = { mm: 1, cm: 10, in: 25.4 } as const;

/**
 * @param pattern text of a `.sm2d` or `.val` file
 * @param measurements text of the `.smis`, `.vit`, `.smms` or `.vst` file that goes with it
 */
export function importSeamly(pattern: string, measurements: string | null, name: string): SeamlyImport {
  try {
    return convert(readXml(pattern), measurements, name);
  } catch (error) {
    if (!(error instanceof XmlError)) throw error;
    throw ServiceError.ofProblems('invalid', [
      { path: 'file', code: 'invalid_xml', message: `file: ${error.message}` },
    ]);
  }
}

function convert(root: XmlElement, measurements: string | null, name: string): SeamlyImport {
  const unit = unitOf(root);
  const notes: ImportNote[] = [];
  const names = new NameTable();
  const document: Document = { variables: [], points: {}, curves: {}, pieces: [] };
  const source = measurements === null ? { unit, variables: [] } : readMeasurements(measurements);
  const scale = mmPerUnit[source.unit] / mmPerUnit[unit];
  const variables = [...source.variables, ...readIncrements(root)];
  const curveNames = new Map<string, string>();
  const context = toolContext(document, names, curveNames);
  for (const variable of variables)
    addVariable(variable, variable.isMeasurement ? scale : 1, document, names, notes, mmPerUnit[unit]);
  for (const calculation of descendants(root, 'calculation')) {
    for (const element of calculation.children) {
      if (element.name === 'line') continue;
      const kind = `${element.name}:${element.attributes.get('type') ?? ''}`;
      const label = element.attributes.get('name') ?? element.attributes.get('id') ?? '';
      try {
        const tool = Object.hasOwn(tools, kind) ? tools[kind] : undefined;
        if (!tool) throw new TranslationError(`the tool ${kind}`);
        tool(element, context);
      } catch (error) {
        if (!(error instanceof TranslationError)) throw error;
        notes.push({ code: 'tool_left_out', message: `${kind} ${label}: not understood: ${error.message}` });
      }
    }
  }
  const pieces = readPieces(root, context, notes);
  document.pieces = [...pieces];
  const header = {
    schema: definitionSchema,
    name: name.slice(0, 200),
    description: childText(root, 'description').slice(0, 2000),
    unit,
  };
  const content = settled(header, document, notes);
  return { content, notes, pieceCount: [...descendants(root, 'piece', 'detail')].length };
}

function toolContext(document: Document, names: NameTable, curveNames: Map<string, string>): ToolContext {
  const points = new Map<string, { name: string; label: string }>();
  const pointLabels = new Map<string, string>();
  const curves = new Map<string, { name: string; labels: readonly string[]; ends: Ends | undefined }>();
  let helpers = 0;
  const find = <T>(map: ReadonlyMap<string, T>, id: string, what: string): T => {
    const found = map.get(id);
    if (found === undefined) throw new TranslationError(`the ${what} ${id}, which is not there`);
    return found;
  };
  return {
    point: (id) => find(points, id, 'point').name,
    label: (id) => find(points, id, 'point').label,
    curve: (id) => find(curves, id, 'curve').name,
    curveLabels: (id) => find(curves, id, 'curve'),
    isCurve: (id) => curves.has(id),
    formula: (text, current) =>
      translateFormula(text, {
        variable: (label) => names.of(`variable ${label}`),
        point: (label) => pointLabels.get(label),
        curve: (label) => curveNames.get(label),
        ...(current === undefined ? {} : { current }),
      }),
    helper: (construction) => {
      const name = names.claim('', `helper${++helpers}`);
      document.points[name] = construction;
      return name;
    },
    addPoint: (id, label, construction) => {
      const name = names.claim(label, `P${id}`);
      points.set(id, { name, label });
      if (!pointLabels.has(label)) pointLabels.set(label, name);
      document.points[name] = construction;
    },
    addCurve: (id, labels, construction, ends) => {
      const name = names.claim(labels[0] ?? '', `C${id}`);
      curves.set(id, { name, labels, ends });
      for (const label of labels) if (!curveNames.has(label)) curveNames.set(label, name);
      document.curves[name] = construction;
    },
  };
}

/** A plain number becomes a variable that can be set; a formula a computed one. */
function addVariable(
  variable: SourceVariable,
  scale: number,
  document: Document,
  names: NameTable,
  notes: ImportNote[],
  unitMm: number,
): void {
  const { label, description, formula, measurement, isMeasurement } = variable;
  if (label === '' || names.of(`variable ${label}`) !== undefined) return;
  const value = Number(formula.trim().replace(',', '.'));
  const plain = formula.trim() !== '' && Number.isFinite(value);
  const claimed = (wanted: string): string =>
    names.alias(`variable ${label}`, names.claim(wanted, `v${document.variables.length + 1}`));
  const text = {
    label: label.replace(/^[#@]/, ''),
    ...(description ? { description: description.slice(0, 2000) } : {}),
  };
  if (plain && measurement !== undefined) {
    const { min, max } = measurementByName(measurement)!;
    const inCm = (value * scale * unitMm) / 10;
    if (inCm >= min && inCm <= max && names.isFree(measurement)) {
      document.variables.push({
        name: claimed(measurement),
        kind: 'measurement',
        default: Math.round(inCm * 1000) / 1000,
      });
      return;
    }
  }
  if (plain) {
    const size = value * scale;
    const reach = Math.max(Math.abs(size), 1);
    const range =
      size === 0
        ? { min: -100, max: 100 }
        : { min: Math.min(size / 4, size - reach), max: Math.max(size * 3, size + reach) };
    document.variables.push({
      name: claimed(text.label),
      kind: 'option',
      group: isMeasurement ? 'body' : 'options',
      ...text,
      default: size,
      ...range,
    });
    return;
  }
  try {
    const translated = translateFormula(formula, {
      variable: (other) => names.of(`variable ${other}`),
      point: () => undefined,
      curve: () => undefined,
    });
    document.variables.push({
      name: claimed(text.label),
      kind: 'computed',
      ...text,
      formula: scale === 1 ? translated : `(${translated}) * ${scale}`,
    });
  } catch (error) {
    if (!(error instanceof TranslationError)) throw error;
    notes.push({ code: 'variable_left_out', message: `${label}: not understood: ${error.message}` });
  }
}

/** Leaves out what is wrong, and what depends on it, until the whole document is sound and drafts. */
function settled(header: Record<string, unknown>, document: Document, notes: ImportNote[]): Json {
  for (;;) {
    const content = { ...header, ...document } as unknown as Json;
    const places = faults(content);
    if (places.length === 0) return content;
    // from the back, so that the places of earlier entries of an array stay right
    const sorted = [...places].sort((a, b) => b.path.localeCompare(a.path, 'en', { numeric: true }));
    const done = new Set<string>();
    for (const { path, message } of sorted) {
      const place = /^(variables|points|curves|pieces)(?:\[(\d+)\]|\.([^.[]+))/.exec(path);
      if (!place || !removeEntry(document, place[1]!, place[2], place[3], done)) {
        if (done.size > 0) continue;
        throw ServiceError.ofProblems('invalid', [
          { path: 'file', code: 'not_convertible', message: `file: ${message}` },
        ]);
      }
      notes.push({ code: 'left_out', message: message.slice(0, 300) });
    }
    if (document.pieces.length === 0) {
      throw ServiceError.ofProblems('invalid', [
        { path: 'file', code: 'no_pieces', message: 'file: no piece of it could be converted' },
      ]);
    }
  }
}

function faults(content: Json): { path: string; message: string }[] {
  try {
    draftDefinition(loadDefinition(content), { variables: {}, unfold: true });
    return [];
  } catch (error) {
    if (error instanceof ServiceError) return error.problems.map(({ path, message }) => ({ path, message }));
    throw error;
  }
}

function removeEntry(
  document: Document,
  kind: string,
  index: string | undefined,
  name: string | undefined,
  done: Set<string>,
): boolean {
  const key = `${kind} ${index ?? name}`;
  if (done.has(key)) return true;
  done.add(key);
  if (kind === 'points' || kind === 'curves') {
    if (name === undefined || !Object.hasOwn(document[kind], name)) return false;
    delete document[kind][name];
    return true;
  }
  const list = kind === 'variables' ? document.variables : document.pieces;
  const at = index === undefined ? list.findIndex((entry) => entry.id === name) : Number(index);
  if (at < 0 || at >= list.length) return false;
  list.splice(at, 1);
  return true;
}
