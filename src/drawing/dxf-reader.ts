/**
 * Reads the flat geometry of DXF files, in blocks and outside. Forgiving where programs differ (R12 to 2018, missing
 * headers, any line ends), strict about numbers. y stays up, units are the drawing's.
 */
import type { Point } from '../geometry/point.js';
import { type DxfEntity, entityOf } from './dxf-entity.js';
import { DxfError, type DxfRecord, lineOfRecord, numberOf, readRecords, textOf } from './dxf-groups.js';

export interface DxfBlock {
  readonly name: string;
  /** The point that an INSERT puts in its place. */
  readonly base: Point;
  /** Whether its content lies in another file. */
  readonly external: boolean;
  readonly entities: readonly DxfEntity[];
}

export interface DxfDocument {
  /** mm in one unit, by $INSUNITS; null where the header does not say. */
  readonly unitMm: number | null;
  /** By their names in capitals: DXF ignores case. */
  readonly blocks: ReadonlyMap<string, DxfBlock>;
  readonly entities: readonly DxfEntity[];
}

const maxEntities = 500_000;

/** mm in one unit, by $INSUNITS. */
const unitsMm: Readonly<Record<number, number>> = {
  1: 25.4,
  2: 304.8,
  3: 1_609_344,
  4: 1,
  5: 10,
  6: 1000,
  7: 1e6,
  8: 25.4e-6,
  9: 0.0254,
  10: 914.4,
  13: 0.001,
  14: 100,
  15: 1e4,
  16: 1e5,
  // of the survey of the United States
  21: 1_200_000 / 3937,
  22: 100_000 / 3937,
  23: 3_600_000 / 3937,
};

/** Records that only end others. */
const endings = new Set(['ENDSEC', 'EOF', 'SEQEND', 'VERTEX']);

export function readDxf(source: string): DxfDocument {
  const records = readRecords(source);
  const blocks = new Map<string, DxfBlock>();
  const entities: DxfEntity[] = [];
  const hiddenLayers = new Set<string>();
  let unitMm: number | null = null;
  let section = '';
  let block: DxfEntity[] | null = null;
  let count = 0;
  for (let i = 0; i < records.length; i++) {
    const record = records[i]!;
    const { type } = record;
    if (type === 'SECTION') {
      section = textOf(record, 2).toUpperCase();
      block = null;
      if (section === 'HEADER') unitMm = unitsMm[headerInteger(record, '$INSUNITS')] ?? null;
    } else if (type === 'LAYER' && section === 'TABLES') {
      if (isOff(record)) hiddenLayers.add(textOf(record, 2).toUpperCase());
    } else if (type === 'BLOCK') {
      block = [];
      const [name, external] = [textOf(record, 2), (numberOf(record, 70) & 4) !== 0];
      const base: Point = [numberOf(record, 10), numberOf(record, 20)];
      blocks.set(name.toUpperCase(), { name, base, external, entities: block });
    } else if (type === 'ENDBLK') block = null;
    else if (endings.has(type) || (section !== 'ENTITIES' && block === null)) continue;
    else {
      const vertices: DxfRecord[] = [];
      if (type === 'POLYLINE') while (records[i + 1]?.type === 'VERTEX') vertices.push(records[++i]!);
      if (++count > maxEntities)
        throw new DxfError(`the file has more than ${maxEntities} entities`, lineOfRecord(record));
      (block ?? entities).push(entityOf(record, vertices, hiddenBy(record, hiddenLayers)));
    }
  }
  return { unitMm, blocks, entities };
}

/** -1 where the header does not say. */
function headerInteger({ groups }: DxfRecord, name: string): number {
  const index = groups.findIndex(({ code, value }) => code === 9 && value.trim() === name);
  const value = Number(groups[index + 1]?.value);
  return index === -1 || !Number.isInteger(value) ? -1 : value;
}

const frozen = 1;

/** A layer that is off has a negative colour. */
const isOff = (layer: DxfRecord): boolean => numberOf(layer, 62, 7) < 0 || (numberOf(layer, 70) & frozen) !== 0;

function hiddenBy(record: DxfRecord, hiddenLayers: ReadonlySet<string>): string | null {
  if (numberOf(record, 67) === 1) return 'on a paper layout';
  if (numberOf(record, 60) === 1) return 'made invisible';
  return hiddenLayers.has(textOf(record, 8).toUpperCase()) ? 'on a hidden layer' : null;
}
