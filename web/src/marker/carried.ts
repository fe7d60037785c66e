/** The parts of the shown layout that the next search keeps where they lie, or begins with. */
import {
  GravityDirection,
  type NestPatternsRequest,
  type NestRequest,
  type Placement,
} from '../../../gen/selvage/nest/v1/nest_pb.js';
import { formOf } from './cloth.js';
import { garments, isTrouble, packedMaterial, pieces } from './cutting-list.js';
import type { Asked, Drafted, Question, SearchedGround } from './question.js';
import type { Search } from './search.js';

/** The question with the locked parts. It names those that are no longer cut, or whose cloth lies another way. */
export function keepingLocked(plain: Question, search: Search): Question {
  const { asked } = plain;
  const question = asked.kind === 'garments' ? { ...plain, drafted: draftedOf(asked.request) } : plain;
  const on = search.ground.peek();
  if (on === null || search.best.peek() === null) return question;
  const places = asked.kind === 'parts' ? inFile(asked.request) : inGarments(question, on, search.outlines.peek());
  const counts = new Map<number, number>();
  const carried = (placement: Placement): Placement => {
    const id = on.polygons[placement.index!]?.id ?? '';
    return { ...placement, id, index: places.of(placement.index!, id) };
  };
  const isLeft = ({ index }: Placement): boolean => {
    const count = (counts.get(index!) ?? 0) + 1;
    counts.set(index!, count);
    return count <= places.copies(index!);
  };
  const all = search.locked.peek().map(carried);
  const locked = all.filter(isLeft);
  const dropped = all.filter((placement) => !locked.includes(placement)).map(({ id }) => id);
  counts.clear();
  const warmStart = orAlike(asked.request.warmStart.map(carried), places).filter(isLeft);
  return { ...question, dropped, asked: { ...asked, request: { ...asked.request, locked, warmStart } } as Asked };
}

/** Whether a next search can begin with the shown layout, though its parts have changed. */
export const canBegin = (plain: Question, search: Search): boolean =>
  keepingLocked(plain, search).asked.request.warmStart.length > 0;

/** Of parts of the layout before, in the next search. */
interface Places {
  /** -1: it is gone. */
  of(index: number, id: string): number;
  copies(index: number): number;
  /** Parts of the same piece, in any size. */
  alike(id: string): readonly number[];
}

/** The place of a part that is gone goes to one of the same piece: that of another size fits nearly as well. */
function orAlike(placements: readonly Placement[], places: Places): Placement[] {
  const taken = new Set(placements.map(({ index }) => index!));
  return placements.map((placement) => {
    if (placement.index! >= 0) return placement;
    const index = places.alike(placement.id).find((own) => !taken.has(own)) ?? -1;
    taken.add(index);
    return { ...placement, index };
  });
}

/** Another file forgets the layout, so the parts stay in their order. */
const inFile = ({ polygons }: NestRequest): Places => ({
  of: (index) => index,
  copies: (index) => polygons[index]?.quantity ?? (polygons[index] ? 1 : 0),
  alike: () => [],
});

/** The service lists the parts by garment, piece and copy: on open cloth every copy, else pairs and halves by many rules. */
function inGarments({ drafted, outlines }: Question, on: SearchedGround, outlinesBefore: string): Places {
  const copies = (index: number): number => (index < 0 ? 0 : 1);
  const before = on.drafted;
  // An older page did not store it.
  const isLaidAlike = !before || drafted!.laying === before.laying;
  if (!before || !isLaidAlike || formOf(on.fabric) !== 'open') {
    const isSame = isLaidAlike && outlines === outlinesBefore;
    return { of: (index) => (isSame ? index : -1), copies, alike: () => [] };
  }
  const parts = namedParts();
  const indices = new Map(parts.map(({ name }, index) => [name, index]));
  const ofPiece = new Map<string, number[]>();
  for (const [index, { piece }] of parts.entries()) {
    const known = ofPiece.get(piece);
    if (known) known.push(index);
    else ofPiece.set(piece, [index]);
  }
  // one piece may be called as the beginning of another
  const names = [...ofPiece.keys()].sort((a, b) => b.length - a.length);
  const nameOf = (id: string): string => {
    const [order = '', ...rest] = id.split('-');
    const garment = before.garments[Number(order) - 1];
    return [drafted!.garments.indexOf(garment ?? -1) + 1, ...rest].join('-');
  };
  const alike = (id: string): readonly number[] => {
    const name = nameOf(id);
    return ofPiece.get(names.find((piece) => name.startsWith(`${piece}-`)) ?? '') ?? [];
  };
  return { of: (_, id) => indices.get(nameOf(id)) ?? -1, copies, alike };
}

interface NamedPart {
  readonly name: string;
  /** Its name without size and copy. */
  readonly piece: string;
}

/** The names that the service gives to the parts of open cloth, in its order. */
const namedParts = (): NamedPart[] =>
  garments.peek().flatMap(({ id }, order) => {
    const drafted = pieces.peek().get(id);
    if (!drafted || isTrouble(drafted)) return [];
    return drafted
      .filter(({ piece }) => piece.material === packedMaterial.peek())
      .flatMap(({ piece, size, garments: number }) => {
        const own = `${order + 1}-${piece.id}`;
        const name = size === null ? own : `${own}-${size}`;
        return Array.from({ length: piece.quantity * number }, (_, copy) => ({
          name: `${name}-${copy + 1}`,
          piece: own,
        }));
      });
  });

function draftedOf({ bins, fabric, gravityDirection, allowedRotations, direction }: NestPatternsRequest): Drafted {
  const form = formOf(fabric);
  const along = gravityDirection === GravityDirection.LEFT || gravityDirection === GravityDirection.RIGHT;
  const isPatterned = fabric?.repeatX !== undefined || fabric?.repeatY !== undefined;
  const folds = [allowedRotations, direction, isPatterned, bins.some(({ open }) => open)];
  const laying = JSON.stringify([form, along, ...(form === 'open' ? [] : folds)]);
  return { garments: garments.peek().map(({ id }) => id), laying };
}
