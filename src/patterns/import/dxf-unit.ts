/** How long a unit of a DXF is. */
import type { DxfEntity } from '../../drawing/dxf-entity.js';
import type { DxfDocument } from '../../drawing/dxf-reader.js';
import { textValue } from './text-value.js';

export interface DrawingUnit {
  readonly mm: number;
  /** Whether neither the file nor the caller says. */
  readonly assumed: boolean;
}

/** By the text `Units:` of apparel files, then by the header, then by the caller, then millimetres. */
export function drawingUnit(document: DxfDocument, givenMm: number | undefined): DrawingUnit {
  const named = textValue(allEntities(document), 'units')?.toUpperCase();
  if (named === 'METRIC') return { mm: 1, assumed: false };
  if (named === 'ENGLISH') return { mm: 25.4, assumed: false };
  if (document.unitMm !== null) return { mm: document.unitMm, assumed: false };
  return { mm: givenMm ?? 1, assumed: givenMm === undefined };
}

const allEntities = ({ entities, blocks }: DxfDocument): readonly DxfEntity[] => [
  ...entities,
  ...[...blocks.values()].flatMap((block) => block.entities),
];

export const unitNote = 'the file does not say its unit; millimetres are assumed';
