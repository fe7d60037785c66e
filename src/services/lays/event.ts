/** Turns the lines of a plan's stream into the messages of the contract. */
import { MissingReason as Reason } from '../../../gen/selvage/lay/v1/lay_pb.js';
import type { Garment, LayOrder } from '../../lays/order.js';
import type { LayPlan, Missing, MissingReason } from '../../lays/plan.js';
import type { LayEventInit } from '../services.js';
import type { LayJobLine, NumberedLine } from './lay-job.js';

type EventInit = NonNullable<LayEventInit['event']>;

export function eventMessage({ jobId, seq, ...line }: NumberedLine, order: LayOrder): LayEventInit {
  return { jobId, seq, event: bodyOf(line as LayJobLine, order) };
}

export function bodyOf(line: LayJobLine, order: LayOrder): EventInit {
  switch (line.type) {
    case 'progress': {
      if ('queuedPosition' in line) return { case: 'progress', value: { queuedPosition: line.queuedPosition } };
      const { elapsedSeconds, nests, openNests, warnings = [] } = line;
      return { case: 'progress', value: { elapsedSeconds, nests, openNests, warnings: [...warnings] } };
    }
    case 'plan':
      return { case: 'plan', value: planMessage(line.plan, order) };
    case 'info':
      return { case: 'info', value: { message: line.message, elapsedSeconds: line.elapsedSeconds } };
    case 'error':
      return { case: 'error', value: { message: line.message, code: line.code } };
    case 'done':
      return { case: 'done', value: {} };
  }
}

function planMessage(plan: LayPlan, order: LayOrder): Extract<EventInit, { case: 'plan' }>['value'] {
  const { lines, cloths, garments } = order;
  const { lowerBound, cost } = plan;
  return {
    markers: plan.markers.map(({ counts, ...marker }) => ({
      ...marker,
      garments: counts.flatMap((count, g) => {
        if (count === 0) return [];
        const own = lines.flatMap(({ garment }, i) => (garment === g ? [i] : []));
        return [{ name: garments[g]!.name, count, lines: own }];
      }),
    })),
    lays: plan.lays.map(({ marker, plies }) => ({
      marker,
      plies: plies.map(({ cloth, roll, plies: n }) => {
        const { colour, rolls } = cloths[cloth]!;
        const own = roll === null ? null : rolls![roll]!;
        return { cloth, colour, plies: n, ...(own && { roll: roll!, rollId: own.id, shade: own.shade }) };
      }),
    })),
    lines: plan.cut.map((cut, line) => {
      const { quantity } = lines[line]!;
      return { line, quantity, cut, over: Math.max(0, cut - quantity), under: Math.max(0, quantity - cut) };
    }),
    rolls: [...plan.rolls],
    clothLength: plan.clothLength,
    cost,
    ...(lowerBound !== null && { lowerBound, gap: cost.total === 0 ? 0 : Math.max(0, 1 - lowerBound / cost.total) }),
    missing: plan.missing.map((one) => ({
      line: one.line,
      garments: one.garments,
      reason: reasons[one.reason],
      message: missingSentence(one, order),
    })),
    elapsedSeconds: plan.elapsedSeconds,
  };
}

const reasons: Record<MissingReason, Reason> = {
  too_wide: Reason.TOO_WIDE,
  longer_than_table: Reason.LONGER_THAN_TABLE,
  longer_than_rolls: Reason.LONGER_THAN_ROLLS,
  not_enough_cloth: Reason.NOT_ENOUGH_CLOTH,
  no_time: Reason.NO_TIME,
};

/** Tells the garments that a plan leaves out. */
export function missingSentence(
  { line, garments: missing, reason }: Missing,
  { lines, cloths, garments, table }: LayOrder,
): string {
  const { garment, cloth } = lines[line]!;
  const { colour, width } = cloths[cloth]!;
  const subject = `lines[${line}]: ${countOf(missing, garments[garment]!)}${colour === '' ? '' : ` in ${colour}`} cannot be cut`;
  switch (reason) {
    case 'too_wide':
      return `${subject}: a part is wider than the cloth of ${width} mm`;
    case 'longer_than_table':
      return `${subject}: one garment with its end loss is longer than the table of ${table.length} mm`;
    case 'longer_than_rolls':
      return `${subject}: one garment with its end loss is longer than every roll`;
    case 'not_enough_cloth':
      return `${subject}: no roll has cloth left for them`;
    case 'no_time':
      return `${subject} yet: the time was over before their markers were nested`;
  }
}

/** A bare size would read as a number of garments. */
function countOf(count: number, { name, size }: Garment): string {
  if (name === size) return `${count} ${count === 1 ? 'garment' : 'garments'} of size ${name}`;
  return `${count} ${count === 1 ? 'copy' : 'copies'} of ${JSON.stringify(name)}`;
}
