/** Rules of single pieces of a marker: their distance, their tilt, and the quality that they need. */
import type { NestPatternsRequest } from '../../../gen/selvage/nest/v1/nest_pb.js';
import type { FieldProblem } from '../../errors.js';
import { nearest } from '../../json/nearest-name.js';
import type { NestWarning, Polygon } from '../../nesting/request.js';
import type { GarmentPart, GarmentPiece } from './parts.js';

type Orders = NestPatternsRequest['patterns'];

/** The parts with the rules of their pieces. */
export function ruledParts(parts: readonly GarmentPart[], orders: Orders): readonly GarmentPart[] {
  return parts.map((part) => {
    const { piece, order } = part.piece;
    const rules = orders[order]!.rules.find((each) => each.piece === piece.id);
    if (!rules) return part;
    const { spacing, rotationTolerance, quality } = rules;
    const polygon: Polygon = {
      ...part.polygon,
      ...(spacing !== undefined && { spacing }),
      ...(rotationTolerance !== undefined && { rotationTolerance }),
      ...(quality !== undefined && { quality }),
    };
    return { ...part, polygon };
  });
}

/** Rules of pieces that the drafts do not have, and second rules of a piece. */
export function unknownPieces(
  drafted: readonly Pick<GarmentPiece, 'piece' | 'order'>[],
  orders: Orders,
): FieldProblem[] {
  return orders.flatMap(({ rules }, order) => {
    const ids = [...new Set(drafted.filter((each) => each.order === order).map(({ piece }) => piece.id))];
    const named = rules.map(({ piece }) => piece);
    return named.flatMap((name, i): FieldProblem[] => {
      const path = `patterns[${order}].rules[${i}].piece`;
      const told = `${path} is ${JSON.stringify(name)}`;
      if (!ids.includes(name)) {
        const message = `${told}; the draft has no such piece${nearest(name, ids)}`;
        return [{ path, code: 'unknown_value', message, choices: ids }];
      }
      if (named.indexOf(name) === i) return [];
      return [{ path, code: 'duplicate_name', message: `${told}, as that of rules before it` }];
    });
  });
}

/** Warnings of rules that name a piece and say nothing of it. */
export function emptyRules(orders: Orders): NestWarning[] {
  return orders.flatMap(({ rules }, order) =>
    rules.flatMap(({ piece, spacing, rotationTolerance, quality }, i): NestWarning[] => {
      if (spacing !== undefined || rotationTolerance !== undefined || quality !== undefined) return [];
      const path = `patterns[${order}].rules[${i}]`;
      const message = `${path} has no effect: it says nothing of the piece ${JSON.stringify(piece)}; see spacing, rotationTolerance and quality`;
      return [{ code: 'empty_rule', path, message }];
    }),
  );
}
