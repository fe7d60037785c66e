/** The order of a lay plan as a message, with the names of its garments in place of their patterns. */
import type { MessageInitShape } from '@bufbuild/protobuf';
import type { LayOrderSchema } from '../../../gen/selvage/lay/v1/lay_pb.js';
import type { LayOrder } from '../../lays/order.js';

export function orderMessage(order: LayOrder): MessageInitShape<typeof LayOrderSchema> {
  const { garments, lines, cloths, table, costs } = order;
  return {
    lines: lines.map(({ garment, cloth, quantity, over, under }) => ({
      name: garments[garment]!.name,
      colour: cloths[cloth]!.colour,
      quantity,
      over,
      under,
    })),
    cloths: cloths.map(({ rolls, ...cloth }) => ({ ...cloth, rolls: (rolls ?? []).map((roll) => ({ ...roll })) })),
    table,
    costs,
  };
}
