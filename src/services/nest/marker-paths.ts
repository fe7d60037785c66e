/** Problems and warnings of the parts of a marker, in the words of its request. The checks know parts alone, and the client sent patterns and rules. */
import type { NestPatternsRequest } from '../../../gen/selvage/nest/v1/nest_pb.js';
import type { GarmentPart } from './parts.js';

interface Told {
  readonly path: string;
  readonly message: string;
}

const ruledFields: readonly string[] = ['spacing', 'rotationTolerance', 'quality'];

/** Gives a problem or a warning of a part the path of the rule or of the order behind it, and the part its name. */
export function ofPatterns(parts: readonly GarmentPart[], orders: NestPatternsRequest['patterns']) {
  const pathOf = (index: number, field: string | undefined): string => {
    const { piece, order } = parts[index]!.piece;
    const rule = orders[order]!.rules.findIndex((each) => each.piece === piece.id);
    const isRuled = rule !== -1 && field !== undefined && ruledFields.includes(field);
    return isRuled ? `patterns[${order}].rules[${rule}].${field}` : `patterns[${order}]`;
  };
  const named = (index: string): string => `part ${JSON.stringify(parts[Number(index)]!.polygon.id)}`;
  return <T extends Told>(told: T): T => {
    const [, index, field] = /^polygons\[(\d+)\](?:\.(\w+))?/.exec(told.path) ?? [];
    const isOfAll = told.path === 'polygons';
    const path = index !== undefined ? pathOf(Number(index), field) : isOfAll ? 'patterns' : told.path;
    const ruled = field !== undefined && path.endsWith(`.${field}`);
    const message = (ruled ? told.message.replaceAll(told.path, path) : told.message)
      .replaceAll(/polygons\[(\d+)\] \("[^"]*"\)/g, (_, i) => named(i))
      .replaceAll(/polygons\[(\d+)\]\.(\w+)/g, (_, i, member) => `${member} of ${named(i)}`)
      .replaceAll(/polygons\[(\d+)\]/g, (_, i) => named(i));
    return { ...told, path, message };
  };
}
