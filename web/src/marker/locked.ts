/** The parts that a person has placed, which the next search keeps there, and the faults of the layout that they give. */
import { computed, signal } from '@preact/signals';
import type { Placement } from '../../../gen/selvage/nest/v1/nest_pb.js';

export const locked = signal<readonly Placement[]>([]);

/** Tells places apart, also after an answer has rounded them. */
export const keyOf = ({ index, bin, position, rotation, mirrored }: Placement): string =>
  [index, bin, position!.x.toFixed(4), position!.y.toFixed(4), rotation!.toFixed(4), mirrored].join(' ');

export const lockedKeys = computed<ReadonlySet<string>>(() => new Set(locked.value.map(keyOf)));

/**
 * `place`: it overlaps, comes too near or leaves its sheet. `way`: it lies another way than the parts of its group.
 * `pattern`: its points do not match the others on the pattern of the cloth.
 */
export type Fault = 'place' | 'way' | 'pattern';

/** The faulty parts of a layout that a person has changed, by their keys: of a pair the locked one. */
export const faulty = signal<ReadonlyMap<string, Fault>>(new Map());
/** Whether locked parts are in each other's way, so that no search can keep them all. */
export const blocked = signal(false);
