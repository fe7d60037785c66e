/** The value of a variable that is typed as KEY=VALUE. */
import { decimalOf } from '../../json/decimal.js';
import type { ParsedJson } from '../../json/json.js';
import { numberOf } from '../key-values.js';

/** The variable's type gives the meaning of an argument. For an unknown variable the text decides. */
export function jsonValue(text: string, type: string | undefined, key: string): ParsedJson {
  if (type !== 'choice' && (text === 'true' || text === 'false')) return text === 'true';
  if (type === 'choice' || type === 'boolean') return text;
  if (type === undefined) return Number.isFinite(decimalOf(text)) ? decimalOf(text) : text;
  return numberOf(text, key);
}
