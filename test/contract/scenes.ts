/** Requests of the operations without a route, each with the users, keys or patterns that it needs. */
import { create } from '@bufbuild/protobuf';
import { timestampFromMs } from '@bufbuild/protobuf/wkt';
import { AdminService, Plan } from '../../gen/selvage/admin/v1/admin_pb.js';
import { Gender, UnitSystem } from '../../gen/selvage/body/v1/body_pb.js';
import { DrawingFormat, LayoutFormat, LayoutPage } from '../../gen/selvage/file/v1/file_pb.js';
import { FabricForm, GravityDirection } from '../../gen/selvage/nest/v1/nest_pb.js';
import { pageToken } from '../../src/services/page-token.js';
import { graded } from '../patterns/graded-files.js';
import * as seamly from '../patterns/seamly-files.js';
import { rectangle as cornersOf } from '../rectangle.js';
import type { BothProtocols } from './both-protocols.js';

export interface Scene {
  /** The fields of the request. */
  readonly request: Readonly<Record<string, unknown>>;
  /** A name for each id of the scene, for the comparison of scenes. */
  readonly names?: Readonly<Record<string, string>>;
  /** The state after the call. */
  readonly after?: () => Promise<unknown>;
}

/** Sets a scene; its number makes its names unique in the service. */
export type Stage = (service: BothProtocols, number: number) => Promise<Scene>;

type Request = Scene['request'];

const still = (...requests: Request[]): Stage[] => requests.map((request) => async () => ({ request }));

interface People {
  readonly user: string;
  readonly organization: string;
  /** An organisation without members. */
  readonly other: string;
  readonly key: string;
}

/** A user with a key, in an organisation. */
const people =
  (request: (made: People) => Request): Stage =>
  async ({ parts: { accounts } }, number) => {
    const { id: user } = await accounts.createUser({ name: `user ${number}` });
    const { id: organization } = await accounts.createOrganization({ name: `organization ${number}` });
    const { id: other } = await accounts.createOrganization({ name: `other ${number}` });
    await accounts.addMember(organization, user);
    const { id: key } = (await accounts.createKey({ userId: user, name: 'a key', expiresAt: Date.UTC(2090, 0, 1) }))
      .key;
    return {
      request: request({ user, organization, other, key }),
      names: { [user]: 'USER', [organization]: 'ORGANIZATION', [other]: 'OTHER', [key]: 'KEY' },
      after: async () => [
        await accounts.user(user),
        await accounts.organization(organization),
        await accounts.listOrganizations({ userId: user }),
        (await accounts.listKeys(user)).map(({ name, expiresAt, revokedAt }) => [
          name,
          revokedAt !== null,
          expiresAt === null ? 'never' : `${Math.round((expiresAt - Date.now()) / 3_600_000)} h`,
        ]),
      ],
    };
  };

/** A user about whom an administrator made three entries, and the page with the second one. */
const entries: Stage = async (service, number) => {
  const { accounts, services } = service.parts;
  const { createKey, listAuditEntries } = AdminService.method;
  const call = await service.call();
  const { id: user } = await accounts.createUser({ name: `user ${number}` });
  const names: Record<string, string> = { [user]: 'USER' };
  for (const name of ['A', 'B', 'C']) {
    const { key } = await services.createKey(create(createKey.input, { userId: user, name }), call);
    names[key!.keyId!] = `KEY ${name}`;
  }
  const page = { accountId: user, startTime: timestampFromMs(Date.UTC(2020)), pageSize: 1 };
  const { nextPageToken = '' } = await services.listAuditEntries(create(listAuditEntries.input, page), call);
  return { request: { ...page, pageToken: nextPageToken }, names };
};

const document = (name: string, width: number): string => {
  const boundary = [
    [0, 0],
    [0, 50],
    [width, 50],
    [width, 0],
  ];
  return JSON.stringify({
    schema: 'pattern-static/1',
    name,
    unit: 'mm',
    pieces: [{ id: 'tab', name: 'Tab', boundary }],
  });
};

/** A pattern of the demo account: a draft, or a published version and the draft of the next. */
const pattern =
  (published: boolean, request: (patternId: string, name: string) => Request): Stage =>
  async (service, number) => {
    const { services } = service.parts;
    const { savePatternDraft, publishPatternVersion, listOwnPatterns, listPatternVersions } = AdminService.method;
    const call = await service.call();
    const name = `pattern ${number}`;
    const draft = create(savePatternDraft.input, { document: document(name, 40) });
    const { patternId, versionId } = (await services.savePatternDraft(draft, call)).version as Record<string, string>;
    const first = create(publishPatternVersion.input, { patternId: patternId!, versionNumber: 1 });
    if (published) {
      await services.publishPatternVersion(first, call);
      await services.savePatternDraft(
        create(savePatternDraft.input, { patternId: patternId!, document: document(name, 50) }),
        call,
      );
    }
    return {
      request: request(patternId!, name),
      names: { [patternId!]: 'PATTERN', [versionId!]: 'VERSION' },
      after: async () => {
        const token = pageToken({ name, id: '' });
        const own = await services.listOwnPatterns(
          create(listOwnPatterns.input, { pageToken: token, pageSize: 1 }),
          call,
        );
        return [
          own,
          await services.listPatternVersions(create(listPatternVersions.input, { patternId: patternId! }), call),
        ];
      },
    };
  };

const rectangle = (...sides: Parameters<typeof cornersOf>) => cornersOf(...sides).map(([x, y]) => ({ x, y }));
const origin = { x: 1, y: 1 };
const layout = {
  polygons: [
    {
      id: 'a',
      origin,
      points: rectangle(30, 20),
      holes: [{ id: 'o', origin, points: rectangle(5, 5, 5, 5) }],
      allowedRotations: [90],
      quantity: 3,
      mirror: true,
      priority: 4,
      spacing: 8,
      directionGroup: 'front',
      rotationTolerance: 2,
      matchPoints: [{ name: 'm', at: { x: 5, y: 5 } }],
    },
    { id: 'b', points: rectangle(10, 15) },
  ],
  fabric: { form: FabricForm.FOLDED, repeatX: 15, repeatY: 12, offsetX: 4, offsetY: 5, matchTolerance: 2 },
  bins: [
    {
      boundary: { id: 'sheet', origin, points: rectangle(100, 60) },
      holes: [{ id: 'flaw', origin, points: rectangle(8, 8, 80, 40) }],
      cellWidth: 3,
      cellHeight: 4,
      zones: [{ boundary: { points: rectangle(30, 20, 60, 10) }, quality: 2 }],
    },
    { boundary: { points: rectangle(80, 70) } },
  ],
  placements: [
    { id: 'a', position: { x: 40, y: 20 }, rotation: 90, bin: 0, index: 0, mirrored: true },
    { id: 'b', position: { x: 60, y: 20 }, rotation: 0, bin: 1, index: 1 },
    // a kerf beside it: they share a line
    { id: 'b', position: { x: 71, y: 20 }, rotation: 0, bin: 1, index: 1 },
  ],
  unplaced: ['a'],
  gravityDirection: GravityDirection.RIGHT,
  unitMm: 2,
  roll: true,
};
const svg = '<svg xmlns="http://www.w3.org/2000/svg"><rect width="100" height="50"/></svg>';

/** By method: requests that together have every field. */
export const stages: Readonly<Record<string, readonly Stage[]>> = {
  InferManyMeasurements: still({
    people: [{ gender: Gender.FEMALE, unit: UnitSystem.METRIC, height: 168, weight: 62 }],
  }),
  ReadParts: still(
    { file: svg, format: DrawingFormat.SVG, unitMm: 2 },
    { file: graded, format: DrawingFormat.DXF, size: 'S' },
  ),
  WriteLayout: still(
    {
      ...layout,
      format: LayoutFormat.JSON,
      cutter: { kerfMm: 2, commonLines: false, feedMmPerSecond: 100, travelMmPerSecond: 300, startSeconds: 2 },
      matches: [{ name: 'side', x: 0.5, y: 0.25 }],
      plainUtilisation: 0.75,
    },
    {
      ...layout,
      format: LayoutFormat.SVG,
      title: 'Mine',
      sheets: [{ bin: 0, remnants: [{ boundary: { points: rectangle(20, 10, 70, 10) } }] }],
    },
    { ...layout, format: LayoutFormat.PDF, title: 'Mine', page: LayoutPage.A4, scale: 0.5 },
  ),
  CreateUser: [async (_, number) => ({ request: { name: `made ${number}`, plan: Plan.PAID, admin: true } })],
  ForgetUser: [
    async ({ parts: { accounts } }, number) => {
      const { id, name } = await accounts.createUser({ name: `user ${number}` });
      return {
        request: { userId: id, name },
        names: { [id]: 'USER' },
        after: async () => (await accounts.listUsers()).some((user) => user.id === id),
      };
    },
  ],
  ListUsers: still({}),
  CreateOrganization: [async (_, number) => ({ request: { name: `made ${number}`, plan: Plan.PAID } })],
  ListOrganizations: still({}),
  ForgetOrganization: [
    async ({ parts: { accounts } }, number) => {
      const { id, name } = await accounts.createOrganization({ name: `organisation ${number}` });
      return {
        request: { organizationId: id, name },
        names: { [id]: 'ORGANISATION' },
        after: async () => (await accounts.listOrganizations()).some((one) => one.id === id),
      };
    },
  ],
  ListMembers: [people(({ organization }) => ({ organizationId: organization }))],
  AddMember: [people(({ other, user }) => ({ organizationId: other, userId: user }))],
  RemoveMember: [people(({ organization, user }) => ({ organizationId: organization, userId: user }))],
  SetActiveOrganization: [people(({ organization, user }) => ({ organizationId: organization, userId: user }))],
  SetPlan: [
    people(({ user }) => ({ subject: { case: 'userId', value: user }, plan: Plan.PAID })),
    people(({ organization }) => ({ subject: { case: 'organizationId', value: organization }, plan: Plan.PAID })),
  ],
  CreateKey: [
    people(({ user }) => ({ userId: user, name: 'mine', expireTime: timestampFromMs(Date.UTC(2080, 0, 1)) })),
  ],
  ListKeys: [people(({ user }) => ({ userId: user }))],
  RevokeKey: [people(({ key }) => ({ keyId: key }))],
  RotateKey: [people(({ key }) => ({ keyId: key, overlapHours: 5 }))],
  ListAuditEntries: [entries],
  ConvertPatternFile: still(
    { name: 'Mine', file: { case: 'dxf', value: { text: graded, size: 'S', unitMm: 2, holes: true } } },
    { name: 'Mine', file: { case: 'seamly', value: { text: seamly.pattern(), measurements: seamly.measurements } } },
  ),
  SavePatternDraft: [true, false].map((validateOnly) =>
    pattern(true, (patternId, name) => ({ patternId, document: document(`saved as ${name}`, 60), validateOnly })),
  ),
  PublishPatternVersion: [pattern(false, (patternId) => ({ patternId, versionNumber: 1 }))],
  GetPatternVersion: [pattern(true, (patternId) => ({ patternId, versionNumber: 1 }))],
  ListPatternVersions: [pattern(true, (patternId) => ({ patternId }))],
  // a page of one pattern, and the page after all patterns
  ListOwnPatterns: [{ pageSize: 1 }, { pageToken: pageToken({ name: 't', id: '' }) }].map((page) =>
    pattern(true, () => page),
  ),
  SetPatternPublic: [pattern(true, (patternId) => ({ patternId, public: true }))],
};
