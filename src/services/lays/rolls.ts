/** The rolls of a cloth by their ids, which tell the spreader which roll to take. */
import type { Cloth, PlanLaysRequest } from '../../../gen/selvage/lay/v1/lay_pb.js';
import type { FieldProblem } from '../../errors.js';
import type { Roll } from '../../lays/order.js';

/** Ids that come twice in a cloth. */
export function rollProblems({ cloths }: PlanLaysRequest): FieldProblem[] {
  return cloths.flatMap(({ rolls }, i) => {
    const seen = new Set<string>();
    return rolls.flatMap(({ id }, j): FieldProblem[] => {
      const isFirst = id === '' || !seen.has(id);
      seen.add(id);
      if (isFirst) return [];
      const path = `cloths[${i}].rolls[${j}].id`;
      const message = `${path} is ${JSON.stringify(id)}, as that of a roll before it`;
      return [{ path, code: 'duplicate_name', message }];
    });
  });
}

/** A roll without an id takes its number in the list; where that is the id of another, the next number behind the list. */
export function rollsOf({ rolls }: Cloth): Roll[] {
  const taken = new Set(rolls.map(({ id }) => id));
  let last = rolls.length;
  const freeId = (number: number): string => {
    let id = String(number);
    while (taken.has(id)) {
      last += 1;
      id = String(last);
    }
    return id;
  };
  return rolls.map(({ id, length = 0, shade }, i) => ({ id: id || freeId(i + 1), length, shade }));
}
