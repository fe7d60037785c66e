/** The order of a lay plan and its cloth as a message, with the names of its garments in place of their patterns. */
import type { MessageInitShape } from '@bufbuild/protobuf';
import type { LayOrderSchema } from '../../../gen/selvage/lay/v1/lay_pb.js';
import { MarkerDirection } from '../../../gen/selvage/nest/v1/nest_pb.js';
import type { LayJob } from './lay-job.js';
import type { LayingRules } from './marker-request.js';

export function orderMessage({
  order,
  settings,
}: Pick<LayJob, 'order' | 'settings'>): MessageInitShape<typeof LayOrderSchema> {
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
    ...layingMessage(settings),
  };
}

const directions = {
  none: MarkerDirection.EITHER_WAY,
  garment: MarkerDirection.ONE_WAY_PER_GARMENT,
  marker: MarkerDirection.ONE_WAY,
} as const;

function layingMessage({ way, rotationTolerance, fabric }: LayingRules) {
  return {
    ...(way !== undefined && { direction: directions[way] }),
    ...(rotationTolerance !== undefined && { rotationTolerance }),
    ...(fabric && {
      fabric: { ...fabric, repeatX: fabric.repeatX ?? undefined, repeatY: fabric.repeatY ?? undefined },
    }),
  };
}
