/** The value and the source of every editable variable: request, body, or default; wrong values are refused. */
import type { FieldProblem } from '../errors.js';
import { nearest, nearestName } from '../json/nearest-name.js';
import type { DraftRequest } from './draft.js';
import type { Variable, VariableSource, VariableValue } from './variable.js';

export interface ResolvedValues {
  readonly values: Map<string, VariableValue>;
  readonly sources: Map<string, VariableSource>;
  /** The problems of the request; empty where it can be drafted. */
  readonly problems: FieldProblem[];
}

/** More problems than these help nobody, and a million wrong names must not become a million sentences. */
const mostProblems = 200;

export function resolveValues(variables: readonly Variable[], request: DraftRequest): ResolvedValues {
  const byKey = new Map(variables.map((variable) => [variable.key, variable]));
  const problems: FieldProblem[] = [];
  const values = new Map<string, VariableValue>();
  const sources = new Map<string, VariableSource>();
  const settle = (variable: Variable, value: VariableValue, source: VariableSource): void => {
    values.set(variable.key, value);
    sources.set(variable.key, source);
  };
  for (const [key, value] of Object.entries(request.variables)) {
    if (problems.length === mostProblems) break;
    const variable = byKey.get(key);
    if (!variable) problems.push(unknownVariable(key, variables));
    else if (!variable.editable) {
      const message = `variables.${key}: "${key}" is fixed or computed by the pattern and cannot be set`;
      problems.push({ path: `variables.${key}`, code: 'variable_read_only', message });
    } else {
      const problem = valueProblem(variable, value, `variables.${key}`);
      if (problem) problems.push(problem);
      else settle(variable, value as VariableValue, 'request');
    }
  }
  for (const variable of variables) {
    const { key } = variable;
    if (values.has(key) || !variable.editable) continue;
    const entry =
      variable.measurement && request.body && Object.hasOwn(request.body.measurements, key)
        ? request.body.measurements[key]
        : undefined;
    if (entry) {
      const problem = valueProblem(variable, entry.value, `body.${key}`);
      if (problem) problems.push(problem);
      else settle(variable, entry.value, entry.source);
    } else settle(variable, variable.default, 'default');
  }
  return { values, sources, problems };
}

function unknownVariable(key: string, variables: readonly Variable[]): FieldProblem {
  const suggestion = nearestName(
    key,
    variables.filter(({ editable }) => editable).map((variable) => variable.key),
  );
  const hint = suggestion === null ? '' : `; did you mean "${suggestion}"?`;
  return {
    path: `variables.${key}`,
    code: 'unknown_variable',
    message: `variables.${key}: the pattern has no variable "${key}"${hint}`,
    suggestion,
  };
}

/** A value for a sentence, where it is short; of an array or object its kind. */
function shownValue(value: unknown): string {
  if (typeof value === 'object') return Array.isArray(value) ? 'an array' : 'an object';
  const text = typeof value === 'string' ? JSON.stringify(value) : String(value);
  return text.length <= 40 ? text : 'this value';
}

/** The problem of a value of a variable; null where it is accepted. */
export function valueProblem(variable: Variable, value: unknown, path: string): FieldProblem | null {
  const { type, min, max, unit, choices } = variable;
  const refused = (code: string, what: string): FieldProblem => ({
    path,
    code,
    message: `${path}: ${shownValue(value)} is not accepted; it must be ${what}`,
  });
  const wrongType = (what: string): FieldProblem => refused('wrong_type', what);
  if (type === 'boolean') return typeof value === 'boolean' ? null : wrongType('true or false');
  if (type === 'choice') {
    if (typeof value !== 'string') return wrongType(`one of ${choices.join(', ')}`);
    if (choices.includes(value)) return null;
    const hint = nearest(value, choices);
    const message = `${path}: ${shownValue(value)} is not accepted; it must be one of ${choices.join(', ')}${hint}`;
    return { path, code: 'unknown_value', message, choices };
  }
  if (typeof value !== 'number') return wrongType('a number');
  if (!Number.isFinite(value)) return refused('not_finite', 'finite');
  if ((min !== null && value < min) || (max !== null && value > max)) {
    const range = `from ${min ?? '-infinity'} to ${max ?? 'infinity'}${unit ? ` ${unit}` : ''}`;
    return {
      path,
      code: 'out_of_range',
      message: `${path}: ${value} is out of range; it must be ${range}`,
      min,
      max,
      actual: value,
      unit,
    };
  }
  if (type === 'integer' && !Number.isInteger(value)) return refused('not_an_integer', 'an integer');
  return null;
}
