/** Pieces of an apparel DXF (ASTM D6673, ANSI/AAMA-292). Each block is a piece; layer numbers and texts describe it. */

import type { DxfEntity, DxfTextEntity } from '../../drawing/dxf-entity.js';
import { toleranceMm } from '../../drawing/dxf-lines.js';
import type { DxfDocument } from '../../drawing/dxf-reader.js';
import { LeftOut, type LeftOutKind } from '../../drawing/left-out.js';
import type { Point } from '../../geometry/point.js';
import { idOf } from '../definition/piece-ids.js';
import type { StaticPiece } from '../static/content.js';
import { annotation, isAnnotation } from './annotations.js';
import { insertsOf, isShown, placedOtherwise } from './block-inserts.js';
import type { FoundPieces } from './found-pieces.js';
import { type ImportNote, leftOutNotes } from './note.js';
import { quantityOf } from './quantity.js';
import { chained, simpleOutline } from './simple-outline.js';
import { type SizedPiece, sizedPieces } from './sizes.js';
import { keyValue, textValue } from './text-value.js';

const onLayer = (layer: string) => (entity: DxfEntity) => entity.layer === layer;
const hasBoundary = (entities: readonly DxfEntity[]): boolean =>
  entities.some((entity) => entity.kind === 'line' && entity.layer === '1');

/** A file is an apparel DXF if blocks have a boundary on layer 1, and a text names a piece or all layers are numbers. */
export function isApparel({ blocks }: DxfDocument): boolean {
  const pieces = [...blocks.values()].map(({ entities }) => entities).filter(hasBoundary);
  const all = pieces.flat();
  if (all.length === 0) return false;
  return textValue(all, 'piece name') !== undefined || all.every(({ layer }) => /^\d{1,2}$/.test(layer));
}

/** @param unitMm mm in one unit of the drawing */
export function apparelPieces(document: DxfDocument, unitMm: number, size: string | undefined): FoundPieces {
  const inserts = insertsOf(document);
  const blocks = [...document.blocks.values()].filter(
    ({ name, entities }) => hasBoundary(entities) && isShown(inserts.get(name.toUpperCase())),
  );
  const named = blocks.map(
    ({ name, entities }): SizedPiece => ({
      block: name.toUpperCase(),
      name: textValue(entities, 'piece name') || name,
      size: textValue(entities, 'size') ?? '',
      entities,
    }),
  );
  const sample = textValue([...document.entities, ...blocks.flatMap(({ entities }) => entities)], 'sample size');
  const { pieces: whole, notes, sizes } = sizedPieces(named, size, sample);
  const leftOut = outsideOfPieces(document);
  const chosen = whole.map((piece) => ({ ...piece, entities: shownEntities(piece.entities, leftOut) }));
  const pieces: StaticPiece[] = [];
  const faults: ImportNote[] = [];
  let guessed = 0;
  for (const piece of chosen) {
    const read = new PieceReader(piece, unitMm, leftOut, faults).read();
    const placed = placedOtherwise(inserts.get(piece.block) ?? []);
    if (read && placed) {
      const message = `"${piece.name}" is inserted ${placed}; it was imported as its block draws it, as often as its quantity says`;
      faults.push({ code: 'insert_ignored', message });
    }
    if (read) pieces.push(read);
    else {
      const why = hasBoundary(piece.entities) ? 'does not close into a simple outline below 1 km' : 'is hidden';
      faults.push({ code: 'piece_left_out', message: `the boundary of "${piece.name}" ${why}` });
    }
    guessed += piece.entities.filter((entity) => entity.kind === 'line' && entity.guessed).length;
  }
  const shaped = chosen
    .flatMap(({ entities }) => entities)
    .filter(({ kind, layer }) => kind === 'point' && shapedNotchLayers.includes(layer)).length;
  const notch = {
    code: 'notch_assumed',
    message: `${shaped} notches of other shapes (T, castle, check, U) were imported as slits`,
  };
  const notched = shaped > 0 ? [notch] : [];
  return { pieces, notes: [...notes, ...faults, ...notched, ...leftOutNotes(leftOut, guessed)], sizes };
}

/** Counts the entities outside the pieces. Texts there describe the file and do not count. */
function outsideOfPieces({ entities, blocks }: DxfDocument): LeftOut {
  const leftOut = new LeftOut();
  for (const entity of shownEntities(entities, leftOut)) {
    if (entity.kind === 'insert') {
      if (!hasBoundary(blocks.get(entity.block.toUpperCase())?.entities ?? []))
        leftOut.add('INSERT of a block without a piece');
    } else if (entity.kind !== 'text') leftOut.add(`${entity.type} outside the pieces`);
    // Annotations are for people, so their loss counts; other texts describe the file.
    else if ((keyValue(entity.text)?.[0] ?? 'annotation') === 'annotation')
      leftOut.add(`${entity.type} outside the pieces`);
  }
  return leftOut;
}

/** The entities without the hidden ones, which are counted. A text that tells facts counts hidden, too. */
function shownEntities(entities: readonly DxfEntity[], leftOut: LeftOut): DxfEntity[] {
  return entities.filter((entity) => {
    if (entity.hidden === null) return true;
    if (entity.kind === 'text' && !isAnnotation(entity) && keyValue(entity.text) !== null) return true;
    if (!repeatingLayers.includes(entity.layer)) leftOut.add(`${entity.type} ${entity.hidden}`);
    return false;
  });
}

/** A notch here is a slit, or a V if it has a width. */
const notchLayer = '4';
/** T, castle, check and U notches. */
const shapedNotchLayers = ['80', '81', '82', '83'];
/** Turn points, curve points and finer copies of lines: they add nothing. */
const repeatingLayers = ['2', '3', '84', '85', '86', '87'];

class PieceReader {
  readonly #entities: readonly DxfEntity[];
  readonly #used = new Set<DxfEntity>();
  readonly #name: string;

  readonly #unitMm: number;
  readonly #leftOut: LeftOut;
  readonly #notes: ImportNote[];

  constructor(piece: SizedPiece, unitMm: number, leftOut: LeftOut, notes: ImportNote[]) {
    this.#unitMm = unitMm;
    this.#leftOut = leftOut;
    this.#notes = notes;
    this.#name = piece.name;
    this.#entities = piece.entities;
  }

  /** The piece, or null if it has no simple outline. */
  read(): StaticPiece | null {
    const boundary = this.#outlineOn('1');
    if (!boundary) return null;
    const { quantity, mirrored } = this.#quantity();
    // AAMA does not count mirrored copies apart; an annotation names them.
    const saysMirrored = /,\s*mirrored$/i.test(textValue(this.#entities, 'annotation') ?? '');
    const material = textValue(this.#entities, 'material') ?? textValue(this.#entities, 'fabric') ?? '';
    const piece: StaticPiece = {
      id: idOf(this.#name),
      name: this.#name.slice(0, 100),
      boundary,
      seamLine: this.#outlineOn('14'),
      seamAllowance: 0,
      foldLine: this.#segment('6'),
      grainline: this.#segment('7'),
      holes: this.#openings(),
      notches: [
        ...this.#points(notchLayer).map(({ at, thickness }) => ({
          at: this.#place(at),
          type: thickness > 0 ? ('v' as const) : ('slit' as const),
        })),
        ...shapedNotchLayers.flatMap((layer) =>
          this.#points(layer).map(({ at }) => ({ at: this.#place(at), type: 'slit' as const })),
        ),
      ],
      drillHoles: this.#points('13').map(({ at, z }) => ({
        at: this.#place(at),
        diameter: Math.abs(z) * this.#unitMm,
      })),
      internalLines: this.#lines('8').map((line) => ({ kind: 'mark' as const, points: line })),
      texts: this.#entities
        .filter((entity) => entity.kind === 'text')
        .filter(isAnnotation)
        .map((entity) => annotation(entity, (point) => this.#place(point), this.#unitMm)),
      quantity,
      mirrored: mirrored || saysMirrored,
      material: material.slice(0, 64) || 'fabric',
    };
    this.#countRest(piece);
    return piece;
  }

  #quantity(): { quantity: number; mirrored: boolean } {
    const text = textValue(this.#entities, 'quantity');
    const { changed, ...taken } = quantityOf(text);
    if (changed !== null) {
      const message = `the quantity "${text}" of "${this.#name}" was taken as ${changed}`;
      this.#notes.push({ code: 'quantity_assumed', message });
    }
    return taken;
  }

  #place([x, y]: Point): Point {
    return [x * this.#unitMm + 0, -y * this.#unitMm + 0];
  }

  /** The lines of a layer. They count as read from then on. */
  #lines(layer: string): Point[][] {
    return this.#entities.filter(onLayer(layer)).flatMap((entity) => {
      if (entity.kind !== 'line') return [];
      this.#used.add(entity);
      const points = entity.points(toleranceMm / this.#unitMm).map((point) => this.#place(point));
      return [entity.closed ? [...points, points[0]!] : points];
    });
  }

  #points(layer: string) {
    const points = this.#entities.filter(onLayer(layer)).filter((entity) => entity.kind === 'point');
    for (const point of points) this.#used.add(point);
    return points;
  }

  #outlineOn(layer: string): Point[] | null {
    const lines = this.#lines(layer);
    const outline = simpleOutline(lines);
    if (lines.length > 0) this.#leftOut.add(furtherLines(layer), chained(lines).length - (outline ? 1 : 0));
    return outline;
  }

  /** The first line of a layer, since a piece has one fold and one grainline. */
  #segment(layer: string): [Point, Point] | null {
    const [line, ...more] = this.#lines(layer);
    this.#leftOut.add(furtherLines(layer), more.length);
    return line ? [line[0]!, line.at(-1)!] : null;
  }

  #openings(): Point[][] {
    const chains = chained(this.#lines('11'));
    const openings = chains.map((chain) => simpleOutline([chain])).filter((opening) => opening !== null);
    this.#leftOut.add(['opening that does not close', 'openings that do not close'], chains.length - openings.length);
    return openings;
  }

  #countRest({ quantity, mirrored, material, foldLine }: StaticPiece): void {
    const told = ['', ...(foldLine ? [', on the fold'] : [])].map(
      (fold) => `${quantity} x ${material}${fold}${mirrored ? ', mirrored' : ''}`,
    );
    for (const entity of this.#entities) {
      if (this.#used.has(entity) || repeatingLayers.includes(entity.layer)) continue;
      if (entity.kind === 'text') {
        if (!isAnnotation(entity) && !isUnderstood(entity, told)) this.#leftOut.add(`${entity.type} of pieces`);
      } else if (entity.kind === 'line' || entity.kind === 'point') {
        this.#leftOut.add(`${entity.type} on layer ${entity.layer}`);
      } else this.#leftOut.add(entity.type);
    }
  }
}

const furtherLines = (layer: string): LeftOutKind => [
  `further line on layer ${layer}`,
  `further lines on layer ${layer}`,
];

const knownKeys = ['piece name', 'size', 'quantity', 'material', 'fabric', 'sample size', 'style name', 'units'];

/**
 * Whether the import uses a text. Numbers of grade rules count too, and so do annotations that only repeat how often the
 * piece is cut.
 */
function isUnderstood({ text }: DxfTextEntity, told: readonly string[]): boolean {
  if (/^#\s*-?\d+$/.test(text)) return true;
  const [key, value] = keyValue(text) ?? ['', ''];
  return knownKeys.includes(key) || (key === 'annotation' && (told.includes(value) || value === ''));
}
