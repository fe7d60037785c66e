/** `npm run test:faults` runs every scenario in full; CI runs a short form of each. */
export const full = process.env.FAULTS_FORM !== 'short';

export const amount = (inFull: number, inShort: number): number => (full ? inFull : inShort);

/** Prints a figure of a scenario. */
export function figure(name: string, value: string | number): void {
  console.log(`\n  figure  ${name}: ${value}`);
}
