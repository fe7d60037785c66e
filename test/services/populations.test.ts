/** Populations of an account: made from people, used by name or id, listed and deleted. The store is real. */
import { create } from '@bufbuild/protobuf';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  BodySchema,
  CreatePopulationRequestSchema,
  DeletePopulationRequestSchema,
  Gender,
  InferManyMeasurementsRequestSchema,
  InferMeasurementsRequestSchema,
  ListPopulationsRequestSchema,
  UnitSystem,
} from '../../gen/selvage/body/v1/body_pb.js';
import { Accounts } from '../../src/accounts/accounts.js';
import { OwnPopulations } from '../../src/body/adapting/own-populations.js';
import { loadBodyModel } from '../../src/body/complete.js';
import { measurementNames } from '../../src/body/fields.js';
import { ServiceError } from '../../src/errors.js';
import { Random } from '../../src/random.js';
import { bodyOperations } from '../../src/services/body/body.js';
import { populationOperations } from '../../src/services/body/populations.js';
import type { Call } from '../../src/services/services.js';
import { drawPeople } from '../body/survey.js';
import { temporaryStore } from '../store/temporary-store.js';

const { store, close } = await temporaryStore();
test.after(close);
const accounts = new Accounts(store);
const model = await loadBodyModel();
const own = new OwnPopulations({ repository: store, now: Date.now });
const services = {
  ...bodyOperations(async () => model, own),
  ...populationOperations(async () => model, own),
};

async function callOf(name: string): Promise<Call> {
  const { id } = await accounts.createUser({ name, plan: 'free', admin: false });
  const { text } = await accounts.createKey({ userId: id, name: '' });
  const credentials = { authorization: `Bearer ${text}`, organization: undefined, organizationSynonym: undefined };
  const caller = await accounts.authenticate(credentials);
  return { caller, signal: new AbortController().signal, requestId: 'test' };
}

const person = { gender: Gender.FEMALE, unit: UnitSystem.METRIC };

/** Women with calves a tenth larger than those of the model, some without a weight. */
const women = drawPeople(80, new Random(5))
  .filter(({ gender }) => gender === 'female')
  .map(({ logs }, i) => {
    const size = (name: string): number => Math.exp(logs[measurementNames.indexOf(name)]!);
    const known = { height: size('height'), calfGirth: 1.1 * size('calfGirth') };
    return create(BodySchema, { ...person, ...known, ...(i % 3 > 0 && { weight: size('weight') }) });
  });

const infer = async (call: Call, population?: string, sizes: object = { height: 168, weight: 62 }) =>
  (
    await services.inferMeasurements(
      create(InferMeasurementsRequestSchema, { ...person, ...sizes, ...(population && { population }) }),
      call,
    )
  ).fields!;

const refusal = async (work: Promise<unknown>): Promise<string> => {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  assert.instance(error, ServiceError);
  const { kind, message } = error as ServiceError;
  return `${kind}: ${message}`;
};

test('a population moves its own fields and those that go with them, and its intervals are narrower than for anybody', async () => {
  const call = await callOf('maker');
  const made = await services.createPopulation(
    create(CreatePopulationRequestSchema, { name: 'runners', people: women }),
    call,
  );
  const id = made.population!.populationId!;
  assert.equal(
    made.population!.genders!.map(({ people }) => people),
    [40],
  );
  assert.is(made.population!.genders![0]!.measured!.weight, 26);
  const [us, anybody, runners] = [
    await infer(call, 'us'),
    await infer(call, 'unspecified'),
    await infer(call, 'runners'),
  ];
  assert.ok(runners.calfGirth!.value! / us.calfGirth!.value! > 1.06, `calf ${runners.calfGirth!.value}`);
  assert.ok(runners.ankleGirth!.value! > us.ankleGirth!.value!, 'the ankle goes with the calf');
  const width = (fields: typeof us, name: string): number => fields[name]!.high! / fields[name]!.low!;
  assert.ok(width(runners, 'calfGirth') < width(anybody, 'calfGirth'), 'measured people narrow the interval');
  assert.ok(width(runners, 'neckGirth') > width(us, 'neckGirth'), 'nobody measured the neck');
  assert.equal(await infer(call, id), runners);
  const { people } = await services.inferManyMeasurements(
    create(InferManyMeasurementsRequestSchema, {
      people: ['runners', 'martian'].map((population) => ({ ...person, height: 168, weight: 62, population })),
    }),
    call,
  );
  assert.equal((people![0]!.outcome as { value: { fields: unknown } }).value.fields, runners);
  assert.match(String(people![1]!.outcome!.value), /population is "martian"/);
});

test('a population belongs to its account, has its name once, and is gone once deleted', async () => {
  const [call, stranger] = [await callOf('owner'), await callOf('stranger')];
  const make = (name: string) =>
    services.createPopulation(create(CreatePopulationRequestSchema, { name, people: women.slice(0, 12) }), call);
  const { population } = await make('team');
  const listed = async (of: Call) =>
    (await services.listPopulations(create(ListPopulationsRequestSchema), of)).populations!.map(({ name }) => name);
  assert.equal([await listed(call), await listed(stranger)], [['team'], []]);
  assert.match(
    await refusal(infer(stranger, 'team')),
    /^invalid: population is "team": one of us, unspecified is required/,
  );
  assert.match(await refusal(make('team')), /^already_exists: .*"team"/);
  assert.match(await refusal(make('us')), /^already_exists/);
  assert.match(await refusal(make('US')), /^already_exists/);
  assert.match(await refusal(make(population!.populationId!)), /^invalid: name must not have the form of an id/);
  assert.match(await refusal(make('team ')), /^invalid: name must not begin or end with a space/);
  const remove = create(DeletePopulationRequestSchema, { populationId: population!.populationId! });
  assert.match(await refusal(services.deletePopulation(remove, stranger)), /^not_found/);
  await services.deletePopulation(remove, call);
  assert.match(await refusal(infer(call, 'team')), /^invalid/);
});

test('too few people are refused with the least number', async () => {
  const call = await callOf('few');
  const people = women.slice(0, 11);
  const request = create(CreatePopulationRequestSchema, { name: 'few', people });
  assert.is(
    await refusal(services.createPopulation(request, call)),
    'invalid: people: at least 12 entries are required',
  );
});

test('what is kept has sums of twelve people at least, and no value of a person', async () => {
  const call = await callOf('careful');
  const marked = women.map((one, i) => create(BodySchema, { ...one, ...(i < 11 && { neckGirth: 34.567 }) }));
  const { population, warnings } = await services.createPopulation(
    create(CreatePopulationRequestSchema, { name: 'p', people: marked }),
    call,
  );
  assert.equal(
    warnings!.map(({ code, path }) => `${code} ${path}`),
    ['too_few neckGirth'],
  );
  assert.is(population!.genders![0]!.measured!.neckGirth, undefined);
  const [stored] = await store.listPopulations({ ownerUserId: call.caller.userId, ownerOrganizationId: null });
  assert.ok(stored!.content.length < 40_000, `${stored!.content.length}`);
  assert.equal(Object.keys(JSON.parse(stored!.content).genders), ['female']);
  const without = await own.named('p', call.caller);
  const plain = await model.adapt(
    women.map(({ height, weight, calfGirth }) => ({
      gender: 'female',
      unit: 'metric',
      measurements: { height: height!, calfGirth: calfGirth!, ...(weight && { weight }) },
    })),
  );
  const mean = (of: unknown): number[] =>
    [...(of as typeof plain).genders.female!.gaussian.mean].map((value) => Math.round(value * 1e5));
  assert.equal(mean(without), mean(plain), 'eleven necks change nothing');
});

test('too few people, and a gender that nobody measured, are told', async () => {
  const call = await callOf('hasty');
  const few = women.slice(0, 12).map((one, i) => create(BodySchema, i === 0 ? person : one));
  const make = (people: typeof few) =>
    services.createPopulation(create(CreatePopulationRequestSchema, { name: 'few', people }), call);
  assert.match(await refusal(make(few)), /^invalid: people has no measurement of at least 12 women/);
  await make(women);
  const man = create(InferMeasurementsRequestSchema, {
    gender: Gender.MALE,
    unit: UnitSystem.METRIC,
    height: 180,
    population: 'few',
  });
  assert.match(await refusal(services.inferMeasurements(man, call)), /population was adapted to women alone/);
});

test.run();
