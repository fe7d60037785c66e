/** How long a unit of a DXF is. */
import type { DxfEntity } from '../../drawing/dxf-entity.js';
import type { DxfDocument } from '../../drawing/dxf-reader.js';
import { textValue } from './text-value.js';

export interface DrawingUnit {
  readonly mm: number;
  /** Whether neither the file nor the caller says. */
  readonly assumed: boolean;
  /** Whether the caller says another one than the file, which wins. */
  readonly overruled: boolean;
}

/** By the text `Units:` of apparel files, then by the header, then by the caller, then millimetres. */
export function drawingUnit(document: DxfDocument, givenMm: number | undefined): DrawingUnit {
  const own = ownUnit(document);
  if (own === null) return { mm: givenMm ?? 1, assumed: givenMm === undefined, overruled: false };
  return { mm: own, assumed: false, overruled: givenMm !== undefined && givenMm !== own };
}

function ownUnit(document: DxfDocument): number | null {
  const named = textValue(allEntities(document), 'units')?.toUpperCase();
  if (named === 'METRIC') return 1;
  return named === 'ENGLISH' ? 25.4 : document.unitMm;
}

const allEntities = ({ entities, blocks }: DxfDocument): readonly DxfEntity[] => [
  ...entities,
  ...[...blocks.values()].flatMap((block) => block.entities),
];

export const unitNote = 'the file does not say its unit; millimetres are assumed';

export const ownUnitNote = 'the file says its own unit; the one that was given is not used';
