/**
 * Turns a pattern of Seamly2D or Valentina into a `definition`. Measurements and plain increments become variables, other
 * increments computed variables, and tools become points and curves. A note names each thing left out; everything that
 * depends on it is left out too.
 */

import { childText, readXml, type XmlElement, XmlError } from '../../../drawing/xml.js';
import { ServiceError } from '../../../errors.js';
import type { Json } from '../../../json/json.js';
import { definitionSchema } from '../../definition/definition.js';
import type { ImportNote } from '../note.js';
import { checkedPieces } from './check-pieces.js';
import { ConstructionTable } from './construction-table.js';
import { evaluate } from './evaluate.js';
import { isOfValentina } from './least-allowance.js';
import { readIncrements, readMeasurements, unitOf } from './measurements.js';
import { NameTable } from './names.js';
import { pieceCountOf, readPieces } from './pieces.js';
import { addVariables } from './variables.js';

export interface SeamlyImport {
  /** A definition that passes the check on upload. */
  readonly content: Json;
  readonly notes: readonly ImportNote[];
  /** Pieces in the file, counted once for each of their materials. The definition has the pieces that can be drafted. */
  readonly pieceCount: number;
}

const mmPerUnit = { mm: 1, cm: 10, in: 25.4 } as const;

/**
 * @param pattern text of a `.sm2d` or `.val` file
 * @param measurements text of the `.smis`, `.vit`, `.smms` or `.vst` file that goes with it
 */
export function importSeamly(pattern: string, measurements: string | null, name: string): SeamlyImport {
  try {
    return convert(readXml(pattern), isOfValentina(pattern), measurements, name);
  } catch (error) {
    if (!(error instanceof XmlError)) throw error;
    throw ServiceError.ofProblems('invalid', [
      { path: 'file', code: 'invalid_xml', message: `file: ${error.message}` },
    ]);
  }
}

function convert(root: XmlElement, ofValentina: boolean, measurements: string | null, name: string): SeamlyImport {
  const unit = unitOf(root);
  const mm = mmPerUnit[unit];
  const notes: ImportNote[] = [];
  const names = new NameTable();
  const source = measurements === null ? { unit, variables: [] } : readMeasurements(measurements);
  const scale = mmPerUnit[source.unit] / mm;
  const variables = addVariables([...source.variables, ...readIncrements(root)], scale, mm, names, notes);
  const table = new ConstructionTable(names);
  table.translate(root, mm, notes);
  const header = {
    schema: definitionSchema,
    name: name.slice(0, 200),
    description: childText(root, 'description').slice(0, 2000),
    unit,
  };
  const evaluated = evaluate({ ...header, variables, points: table.points, curves: table.curves }, (lost) =>
    table.labelOfName(lost),
  );
  const causes = new Set(evaluated.lost.values());
  for (const [lost, reason] of evaluated.lost) table.lose(lost, reason);
  for (const cause of causes)
    notes.push({ code: 'left_out', message: `${cause.slice(0, 300)}; everything that depends on it was left out too` });
  const pieces = readPieces(root, table, evaluated, mm, ofValentina, notes);
  const document = {
    ...header,
    variables: variables.filter((variable) => !evaluated.lost.has(variable.name)),
    points: table.points,
    curves: table.curves,
  };
  const sound = checkedPieces(document, pieces, table.doubts, notes);
  if (sound.length === 0) throw noPieces(notes);
  return { content: { ...document, pieces: sound } as unknown as Json, notes, pieceCount: pieceCountOf(root) };
}

/** The failure of a file without a usable piece, with every reason. */
function noPieces(notes: readonly ImportNote[]): ServiceError {
  // The reasons of pieces come first.
  const ofPieces = notes.filter(({ code }) => code === 'piece_left_out');
  const others = notes.filter(({ code }) => code !== 'piece_left_out');
  const reasons = [...ofPieces, ...others].map(({ message }) => ({
    path: 'file',
    code: 'no_pieces',
    message: `file: no piece could be converted: ${message}`,
  }));
  const none = { path: 'file', code: 'no_pieces', message: 'file: the file has no pieces' };
  return ServiceError.ofProblems('invalid', reasons.length > 0 ? reasons : [none]);
}
