/** The settings in a file: a JSON object with the names of the flags, `{"port": 80, "queue": ["slow"]}`. */
import { readFileSync } from 'node:fs';
import type { FieldProblem } from './errors.js';
import type { JsonObject, ParsedJson } from './json/json.js';
import { parseJson } from './json/parse.js';
import { systemReason } from './system-failure.js';

export interface ConfigFile {
  /** In the form that a flag or variable would have. */
  readonly settings: Readonly<Record<string, string | boolean>>;
  readonly problems: readonly FieldProblem[];
}

export const noConfigFile: ConfigFile = { settings: {}, problems: [] };

/** The name in messages of a setting from the file. */
export const inConfigFile = (file: string, name: string): string => `${file}: ${name}`;

/** Reads the file. An unusable file is a problem, and so is every name that is not `known`. */
export function readConfigFile(file: string, known: readonly string[]): ConfigFile {
  let content: ParsedJson;
  try {
    content = parseJson(readFileSync(file));
  } catch (error) {
    return refused(file, `cannot be read: ${systemReason(error)}`);
  }
  if (!(content instanceof Map)) {
    return refused(file, 'must hold a JSON object with the names of the flags');
  }
  const settings: Record<string, string | boolean> = {};
  const problems: FieldProblem[] = [];
  for (const [name, value] of content as JsonObject) {
    const path = inConfigFile(file, name);
    const setting = settingOf(value);
    if (!known.includes(name)) {
      problems.push({
        path,
        code: 'unknown_setting',
        message: `${path} is not a setting; the settings are ${known.join(', ')}`,
      });
    } else if (setting === undefined) {
      problems.push({ path, code: 'invalid_setting', message: `${path}: a text, a number, true or false is required` });
    } else {
      settings[name] = setting;
    }
  }
  return { settings, problems };
}

function refused(file: string, what: string): ConfigFile {
  return {
    settings: {},
    problems: [{ path: '--config', code: 'invalid_setting', message: `--config: ${file} ${what}` }],
  };
}

/** Undefined: no setting can have this value. */
function settingOf(value: ParsedJson): string | boolean | undefined {
  if (typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number') return String(value);
  return Array.isArray(value) && value.every((each) => typeof each === 'string') ? value.join(',') : undefined;
}
