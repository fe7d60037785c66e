/** The names of OpenTelemetry's semantic conventions, from its own package. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = dirname(fileURLToPath(import.meta.resolve('@opentelemetry/semantic-conventions')));

interface Names {
  readonly attributes: ReadonlySet<string>;
  readonly metrics: ReadonlySet<string>;
}

/** Without those that the conventions have replaced. */
export const conventions: Names = readNames();

function readNames(): Names {
  const [attributes, metrics] = [new Set<string>(), new Set<string>()];
  const files = readdirSync(folder).filter((name) => /^(stable|experimental)_(attributes|metrics)\.d\.mts$/.test(name));
  for (const file of files) {
    const text = readFileSync(join(folder, file), 'utf8');
    const declared = /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*declare const (ATTR|METRIC)_\w+: "([^"]+)"/g;
    for (const [, comment, kind, name] of text.matchAll(declared)) {
      if (!comment!.includes('@deprecated')) (kind === 'ATTR' ? attributes : metrics).add(name!);
    }
  }
  return { attributes, metrics };
}
