/** The parts of the shown marker that a person has placed, and the faults of the layout that they give. */
import { computed } from '@preact/signals';
import type { Placement } from '../../../gen/selvage/nest/v1/nest_pb.js';
import { ofShown } from './markers.js';

export type { Fault } from './search.js';

export const locked = ofShown(({ search }) => search.locked);

/** Tells places apart, also after an answer has rounded them. */
export const keyOf = ({ index, bin, position, rotation, mirrored }: Placement): string =>
  [index, bin, position!.x.toFixed(4), position!.y.toFixed(4), rotation!.toFixed(4), mirrored].join(' ');

export const lockedKeys = computed<ReadonlySet<string>>(() => new Set(locked.value.map(keyOf)));

export const faulty = ofShown(({ search }) => search.faulty);
export const blocked = ofShown(({ search }) => search.blocked);
