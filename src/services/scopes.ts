/** The scopes of each operation: a key with scopes may use it with any one of them. A key without scopes may use all. */
import type { KeyScope } from '../accounts/repository.js';
import { allows, covers } from '../accounts/scopes.js';
import { ServiceError } from '../errors.js';
import type { Call, Caller, Operations } from './services.js';

const scopes: Readonly<Record<keyof Operations, readonly KeyScope[]>> = {
  inferMeasurements: ['body'],
  inferManyMeasurements: ['body'],
  proposeMeasurements: ['body'],
  createPopulation: ['body'],
  listPopulations: ['read', 'body'],
  deletePopulation: ['body'],

  draftPattern: ['patterns'],
  draftSizes: ['patterns'],
  makeTechPack: ['patterns'],
  getPattern: ['read', 'patterns', 'nest'],
  listPatterns: ['read', 'patterns', 'nest'],
  convertPatternFile: ['patterns'],
  savePatternDraft: ['patterns'],
  publishPatternVersion: ['patterns'],
  getPatternVersion: ['read', 'patterns'],
  listPatternVersions: ['read', 'patterns'],
  listOwnPatterns: ['read', 'patterns'],
  setPatternPublic: ['patterns'],
  listSizeTables: ['read', 'patterns', 'nest'],
  createSizeTable: ['patterns'],

  listProjects: ['read', 'patterns', 'nest'],
  createProject: ['patterns', 'nest'],
  getProject: ['read', 'patterns', 'nest'],
  updateProject: ['patterns', 'nest'],
  deleteProject: ['patterns', 'nest'],

  nest: ['nest'],
  nestPatterns: ['nest'],
  resumeNest: ['read', 'nest'],
  cancelNest: ['nest'],
  planLays: ['nest'],
  resumeLays: ['read', 'nest'],
  cancelLays: ['nest'],
  listLays: ['read', 'nest'],
  getLays: ['read', 'nest'],
  listNestJobs: ['read', 'nest'],
  getNestJob: ['read', 'nest'],
  readParts: ['nest'],
  writeLayout: ['nest'],

  getAccount: ['read', 'body', 'patterns', 'nest', 'admin'],
  listOwnKeys: ['read', 'admin'],
  createOwnKey: ['admin'],
  revokeOwnKey: ['admin'],
  rotateOwnKey: ['admin'],
  forgetAccount: ['admin'],
  listOwnAuditEntries: ['read', 'admin'],

  createWebhook: ['admin'],
  listWebhooks: ['admin'],
  getWebhook: ['admin'],
  updateWebhook: ['admin'],
  deleteWebhook: ['admin'],
  rotateWebhookSecret: ['admin'],
  sendTestEvent: ['admin'],
  listWebhookDeliveries: ['admin'],
  replayWebhookDelivery: ['admin'],

  createUser: ['admin'],
  forgetUser: ['admin'],
  listAuditEntries: ['admin'],
  listUsers: ['admin'],
  createOrganization: ['admin'],
  forgetOrganization: ['admin'],
  listOrganizations: ['admin'],
  listMembers: ['admin'],
  addMember: ['admin'],
  removeMember: ['admin'],
  setActiveOrganization: ['admin'],
  setPlan: ['admin'],
  createKey: ['admin'],
  listKeys: ['admin'],
  revokeKey: ['admin'],
  rotateKey: ['admin'],
};

type Operation = (request: object, call: Call) => unknown;

/** The same operations, each refused to a key that lacks its scope. */
export function limitedByScopes(operations: Operations): Operations {
  const limited = Object.entries(scopes).map(([name, needed]): [string, Operation] => {
    const operation = operations[name as keyof Operations] as Operation;
    return [
      name,
      (request, call) => {
        if (!allows(call.caller.scopes, needed)) throw scopeMissing(needed);
        return operation.call(operations, request, call);
      },
    ];
  });
  // every name of the table is an operation, and keeps its type
  return Object.fromEntries(limited) as unknown as Operations;
}

function scopeMissing(needed: readonly KeyScope[]): ServiceError {
  const message = `This key's scopes do not allow the operation; it needs ${needed.join(' or ')}`;
  return new ServiceError('permission_denied', message, { code: 'scope_missing' });
}

/** A key must not get more rights by way of another key. */
export function requireCovered({ scopes: held }: Caller, wanted: readonly KeyScope[]): void {
  if (covers(held, wanted)) return;
  throw new ServiceError(
    'permission_denied',
    `This key has the scopes ${held.join(', ')}, so it cannot make a key with ${wanted.length === 0 ? 'all scopes' : wanted.join(', ')}`,
    { code: 'scope_missing' },
  );
}
