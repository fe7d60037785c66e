/** The parts that a person has placed, which the next search keeps there, and the faults of the layout that they give. */
import { computed, signal } from '@preact/signals';
import type { Placement } from '../../../gen/selvage/nest/v1/nest_pb.js';

export const locked = signal<readonly Placement[]>([]);

/** Tells places apart, also after an answer has rounded them. */
export const keyOf = ({ index, bin, position, rotation, mirrored }: Placement): string =>
  [index, bin, position!.x.toFixed(4), position!.y.toFixed(4), rotation!.toFixed(4), mirrored].join(' ');

export const lockedKeys = computed<ReadonlySet<string>>(() => new Set(locked.value.map(keyOf)));

/**
 * Keys of the parts that overlap, come too near or leave their sheet, in a layout that a person has changed: of a pair the
 * locked one.
 */
export const faulty = signal<ReadonlySet<string>>(new Set());
/** Whether locked parts are in each other's way, so that no search can keep them all. */
export const blocked = signal(false);
