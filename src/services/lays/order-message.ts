/** The order of a lay plan as a message, with the names of its garments in place of their patterns. */
import type { MessageInitShape } from '@bufbuild/protobuf';
import type { PlanLaysRequestSchema } from '../../../gen/selvage/lay/v1/lay_pb.js';
import { ServerId } from '../../../gen/selvage/nest/v1/nest_pb.js';
import type { LayJob } from './lay-job.js';

export function orderMessage({
  order,
  settings,
  queue,
  seconds,
}: Pick<LayJob, 'order' | 'settings' | 'queue' | 'seconds'>): MessageInitShape<typeof PlanLaysRequestSchema> {
  const { garments, lines, cloths, table, costs, minDistance } = order;
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
    minDistance,
    allowedRotations: [...settings.allowedRotations],
    serverId: queue === 'fast' ? ServerId.FAST : ServerId.SLOW,
    maximumExecutionTime: seconds,
  };
}
