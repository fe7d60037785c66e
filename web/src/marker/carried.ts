/** The locked parts of the shown layout that the next search keeps where they lie. */
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
  const [locked, dropped]: [Placement[], string[]] = [[], []];
  for (const placement of search.locked.peek()) {
    const id = on.polygons[placement.index!]?.id ?? '';
    const index = places.of(placement.index!, id);
    const count = (counts.get(index) ?? 0) + 1;
    counts.set(index, count);
    if (count <= places.copies(index)) locked.push({ ...placement, index, id });
    else dropped.push(id);
  }
  return { ...question, dropped, asked: { ...asked, request: { ...asked.request, locked } } as Asked };
}

/** Of parts of the layout before, in the next search. */
interface Places {
  /** -1: it is gone. */
  of(index: number, id: string): number;
  copies(index: number): number;
}

/** Another file forgets the layout, so the parts stay in their order. */
const inFile = ({ polygons }: NestRequest): Places => ({
  of: (index) => index,
  copies: (index) => polygons[index]?.quantity ?? (polygons[index] ? 1 : 0),
});

/** The service lists the parts by garment, piece and copy: on open cloth every copy, else pairs and halves by many rules. */
function inGarments({ drafted, outlines }: Question, on: SearchedGround, outlinesBefore: string): Places {
  const copies = (index: number): number => (index < 0 ? 0 : 1);
  const isLaidAlike = drafted!.laying === on.drafted?.laying;
  const isOpen = formOf(on.fabric) === 'open';
  if (!isLaidAlike || !isOpen) {
    const isSame = isLaidAlike && outlines === outlinesBefore;
    return { of: (index) => (isSame ? index : -1), copies };
  }
  const names = partNames();
  const ofName = (id: string): number => {
    const [order = '', ...rest] = id.split('-');
    const garment = on.drafted!.garments[Number(order) - 1];
    return names.indexOf([drafted!.garments.indexOf(garment ?? -1) + 1, ...rest].join('-'));
  };
  return { of: (_, id) => ofName(id), copies };
}

/** The names that the service gives to the parts of open cloth, in its order. */
const partNames = (): string[] =>
  garments.peek().flatMap(({ id }, order) => {
    const drafted = pieces.peek().get(id);
    if (!drafted || isTrouble(drafted)) return [];
    return drafted
      .filter(({ piece }) => piece.material === packedMaterial.peek())
      .flatMap(({ piece, size, garments: number }) => {
        const name = [order + 1, piece.id, ...(size === null ? [] : [size])].join('-');
        return Array.from({ length: piece.quantity * number }, (_, copy) => `${name}-${copy + 1}`);
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
