/** The length of a DXF's unit. */
import type { DxfEntity } from '../../drawing/dxf-entity.js';
import type { DxfDocument } from '../../drawing/dxf-reader.js';
import { textValue } from './text-value.js';

export interface DrawingUnit {
  readonly mm: number;
  /** True if neither the file nor the caller gives a unit. */
  readonly assumed: boolean;
  /** True if the caller gave another unit than the file. The file wins. */
  readonly overruled: boolean;
}

/** Taken from the text `Units:` of apparel files, else from the header, else from the caller, else millimetres. */
export function drawingUnit(document: DxfDocument, givenMm: number | undefined): DrawingUnit {
  const own = ownUnit(document);
  if (own === null) return { mm: givenMm ?? 1, assumed: givenMm === undefined, overruled: false };
  return { mm: own, assumed: false, overruled: givenMm !== undefined && givenMm !== own };
}

function ownUnit(document: DxfDocument): number | null {
  const named = textValue(allEntities(document), 'units') ?? '';
  return namedUnits.find(([names]) => names.test(named))?.[1] ?? document.unitMm;
}

/** The standards know METRIC and ENGLISH alone, but programs write the unit itself, too. */
const namedUnits: readonly (readonly [names: RegExp, mm: number])[] = [
  [/^(metric|mm|millimet(er|re)s?)$/i, 1],
  [/^(cm|centimet(er|re)s?)$/i, 10],
  [/^(english|in|inch|inches)$/i, 25.4],
];

const allEntities = ({ entities, blocks }: DxfDocument): readonly DxfEntity[] => [
  ...entities,
  ...[...blocks.values()].flatMap((block) => block.entities),
];

export const unitNote = 'the file does not give its unit; millimetres are assumed';

export const ownUnitNote = 'the file gives its own unit, so the requested one was ignored';
