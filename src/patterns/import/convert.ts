/** Turns the file of another program into a document ready to store, with notes on anything not understood. */
import type { Json, PatternKind } from '../pattern-version.js';
import { importDxf } from './dxf.js';
import type { ImportNote } from './note.js';
import { importSeamly } from './seamly/import-seamly.js';

export type PatternFile = DxfFile | SeamlyFile;

export interface DxfFile {
  readonly format: 'dxf';
  /** Name of the pattern. */
  readonly name: string;
  readonly text: string;
  /** Which size of a graded file, or `all`; absent: its sample size, else the first. */
  readonly size?: string;
  /** mm in one unit of the drawing, where the file does not say. */
  readonly unitMm?: number;
  /** Whether closed lines inside others are openings; absent: marks. */
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
  /** Pieces taken over, and pieces in the file where it says. */
  readonly pieces: number;
  readonly piecesInFile: number;
}

/** Throws `invalid` where the file cannot be read, or holds nothing that can be cut. */
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
