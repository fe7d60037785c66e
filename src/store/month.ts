/** The month of a time in counts of usage: `2026-05`, UTC. */
export const monthOf = (time: number): string => new Date(time).toISOString().slice(0, 7);
