/** The process in the words of OpenTelemetry's conventions: the same for traces and metrics. */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Attributes } from './answered.js';

const instance = randomUUID();

/** `OTEL_SERVICE_NAME` gives another name than `selvage`, as for every program with OpenTelemetry. */
export function resourceAttributes(): Attributes {
  return {
    'service.name': process.env.OTEL_SERVICE_NAME || 'selvage',
    'service.version': version(),
    'service.instance.id': instance,
  };
}

/** Built code stands two folders deeper in the package than its source. */
function version(): string {
  const file = new URL('../../../package.json', import.meta.url);
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}
