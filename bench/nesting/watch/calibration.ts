/** A measure of the machine: the rounds of a loop of plain arithmetic in a second of processor time, in thousands. */
import { Random } from '../../../src/random.js';

const rounds = 3000;
const roundLength = 1000;

export function roundsPerSecond(): number {
  const random = new Random(1);
  const numbers = Float64Array.from({ length: roundLength }, () => random.next());
  const turn = (): void => {
    for (let i = 1; i < roundLength; i++) numbers[i] = Math.sqrt(numbers[i]! * numbers[i - 1]! + 0.25);
  };
  for (let round = 0; round < rounds; round++) turn();
  const before = process.cpuUsage();
  for (let round = 0; round < rounds; round++) turn();
  const { user, system } = process.cpuUsage(before);
  return rounds / ((user + system) / 1e6) / 1000;
}
