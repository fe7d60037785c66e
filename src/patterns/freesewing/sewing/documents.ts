/** The data of all designs with named edges, by design. */
import brian from './brian.json' with { type: 'json' };

export const sewingDocuments: Readonly<Record<string, unknown>> = { brian };
