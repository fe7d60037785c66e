/** The rules for the costs of bins and for the remnants to report. */

import type { FieldProblem } from '../../errors.js';
import type { Bin, NestRequest } from '../request.js';

const largestCost = 1e12;
const largestWidth = 1e15;
const largestArea = 1e30;

export function costProblems(bin: Bin, path: string): FieldProblem[] {
  return (['cost', 'costPerLength'] as const).flatMap((key) => {
    const value = bin[key] ?? 0;
    return value >= 0 && value <= largestCost ? [] : [problem(`${path}.${key}`, value, 'a number from 0 to 1e12')];
  });
}

export function remnantProblems(remnants: NestRequest['remnants']): FieldProblem[] {
  const { leastWidth = null, leastArea = null } = remnants ?? {};
  return [
    ...(leastWidth === null || (leastWidth > 0 && leastWidth <= largestWidth)
      ? []
      : [problem('remnants.leastWidth', leastWidth, 'a number above 0 and up to 1e15')]),
    ...(leastArea === null || (leastArea >= 0 && leastArea <= largestArea)
      ? []
      : [problem('remnants.leastArea', leastArea, 'a number from 0 to 1e30')]),
  ];
}

function problem(path: string, value: number, accepted: string): FieldProblem {
  const code = Number.isFinite(value) ? 'out_of_range' : 'not_finite';
  return { path, code, message: `${path} is ${value}; it must be ${accepted}` };
}
