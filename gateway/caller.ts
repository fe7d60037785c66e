/** The caller of a request, from the headers of any protocol. */
import type { IncomingHttpHeaders } from 'node:http';
import type { Credentials } from '../src/services/services.js';

export function credentialsOf(headers: IncomingHttpHeaders): Credentials {
  return {
    authorization: headers.authorization,
    organization: single(headers['x-service-organization-id']),
    organizationSynonym: single(headers['x-selvage-organization-id']),
  };
}

/** Node joins a repeated header with commas, which no id contains. */
function single(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header.join(', ') : header;
}
