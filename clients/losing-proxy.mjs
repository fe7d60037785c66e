// Three services that lose answers, for the tests of the clients. The one at SELVAGE_FORGETFUL_PROXY carries out each call, and
// loses the first answer under an idempotency key; a stream is lost before its first event. The one at SELVAGE_STREAMLESS_PROXY
// cuts each nest after its first event, and resumes none; the one at SELVAGE_AWAY_PROXY loses the first resumes alone, as a
// service that restarts. All pass single calls on. Runs a command with their addresses.
// usage: SELVAGE_SERVER=http://... node losing-proxy.mjs COMMAND [ARGUMENT...]    after npm run build
import { Code, ConnectError, createClient } from '@connectrpc/connect';
import { createGrpcTransport } from '@connectrpc/connect-node';
import { NestService } from '../dist/gen/selvage/nest/v1/nest_pb.js';
import { ProjectService } from '../dist/gen/selvage/project/v1/project_pb.js';
import { run, serve } from './proxy-server.mjs';

const transport = createGrpcTransport({ baseUrl: process.env.SELVAGE_SERVER });
const [nests, projects] = [createClient(NestService, transport), createClient(ProjectService, transport)];

/** The headers that the service needs of a call. */
function passedOn({ requestHeader }, signal) {
  const names = ['authorization', 'idempotency-key'].filter((name) => requestHeader.has(name));
  return { headers: names.map((name) => [name, requestHeader.get(name)]), signal };
}

/** The service's own refusal, without the headers of its answer. */
const refused = (error) => {
  const { rawMessage, code, details } = ConnectError.from(error);
  return new ConnectError(rawMessage, code, undefined, details);
};

async function* passing(answers) {
  try {
    yield* answers;
  } catch (error) {
    throw refused(error);
  }
}

/** Every client takes it for a lost connection. */
const lost = () => new ConnectError('the connection is lost', Code.Unavailable);

const answeredKeys = new Set();
let withoutKey = 0;
/** Whether the answer of this call is to be lost. Of calls without a key it is each second one. */
function isFirst({ requestHeader }) {
  const key = requestHeader.get('idempotency-key') ?? `none-${Math.floor(withoutKey++ / 2)}`;
  const first = !answeredKeys.has(key);
  answeredKeys.add(key);
  return first;
}

async function createProject(request, context) {
  const answer = await projects.createProject(request, passedOn(context));
  if (isFirst(context)) throw lost();
  return answer;
}

async function* forgetful(request, context) {
  const answers = nests.nest(request, passedOn(context, context.signal));
  if (!isFirst(context)) return yield* passing(answers);
  for await (const _ of answers) throw lost();
}

/** The proxy itself goes on listening, so that the job goes on for as long as nobody cancels it. */
async function* cutting(request, context) {
  const answers = passing(nests.nest(request, passedOn(context)));
  yield (await answers.next()).value;
  await answers.next();
  listen(answers).catch(() => {});
  throw lost();
}

async function listen(answers) {
  for await (const _ of answers);
}

/** More than the attempts of a single call. */
const lostResumes = 6;
const resumes = new Map();
function resumeLater(request, context) {
  const earlier = resumes.get(request.jobId) ?? 0;
  resumes.set(request.jobId, earlier + 1);
  if (earlier < lostResumes) throw lost();
  return passing(nests.resumeNest(request, passedOn(context, context.signal)));
}

const cancelNest = (request, context) => nests.cancelNest(request, passedOn(context));

const forgetfulProxy = await serve((router) => {
  const resumeNest = (request, context) => passing(nests.resumeNest(request, passedOn(context, context.signal)));
  router.service(ProjectService, { createProject });
  router.service(NestService, { nest: forgetful, resumeNest, cancelNest });
});
const streamlessProxy = await serve((router) => {
  const resumeNest = () => {
    throw lost();
  };
  router.service(NestService, { nest: cutting, resumeNest, cancelNest });
});
const awayProxy = await serve((router) => {
  router.service(NestService, { nest: cutting, resumeNest: resumeLater, cancelNest });
});
const addresses = {
  SELVAGE_FORGETFUL_PROXY: forgetfulProxy,
  SELVAGE_STREAMLESS_PROXY: streamlessProxy,
  SELVAGE_AWAY_PROXY: awayProxy,
};
run(addresses, () => (answeredKeys.size === 0 ? ['nobody called the forgetful service'] : []));
