/** Turns a file of another program into a document ready to store, and notes each loss. */
import type { Json } from '../../json/json.js';
import type { PatternKind } from '../pattern-version.js';
import { importDxf } from './dxf.js';
import type { ImportNote } from './note.js';
import { importSeamly } from './seamly/import-seamly.js';

export type PatternFile = DxfFile | SeamlyFile;

export interface DxfFile {
  readonly format: 'dxf';
  /** Name of the pattern. */
  readonly name: string;
  readonly text: string;
  /** The size to import from a graded file, or `all`; by default its sample size, else its first. */
  readonly size?: string;
  /** mm in one unit of the drawing, for files that do not give their unit. */
  readonly unitMm?: number;
  /** Closed lines inside others become openings if true, marks otherwise. */
  readonly holes?: boolean;
}

export interface SeamlyFile {
  readonly format: 'seamly';
  readonly name: string;
  /** Text of a `.sm2d` or `.val` file. */
  readonly text: string;
  /** Text of the measurement file that goes with it. */
  readonly measurements: string | null;
}

export interface Conversion {
  readonly kind: PatternKind;
  readonly content: Json;
  readonly notes: readonly ImportNote[];
  /** The number of pieces imported. */
  readonly pieces: number;
  /** The number of pieces in the file. */
  readonly piecesInFile: number;
}

/** @throws ServiceError `invalid` if the file cannot be read, or holds nothing to cut */
export function convertFile(file: PatternFile): Conversion {
  if (file.format === 'dxf') {
    const { content, notes } = importDxf(file.text, file);
    const pieces = content.pieces.length;
    const left = notes.filter(({ code }) => code === 'piece_left_out').length;
    return { kind: 'static', content: content as unknown as Json, notes, pieces, piecesInFile: pieces + left };
  }
  const { content, notes, pieceCount } = importSeamly(file.text, file.measurements, file.name);
  const { pieces } = content as unknown as { pieces: readonly unknown[] };
  return { kind: 'definition', content, notes, pieces: pieces.length, piecesInFile: pieceCount };
}
