/** The generated clients, over Connect in the browser. */
import { type Client, Code, ConnectError, createClient, type Interceptor } from '@connectrpc/connect';
import { createConnectTransport } from '@connectrpc/connect-web';
import { AccountService } from '../../../gen/selvage/account/v1/account_pb.js';
import { BodyService } from '../../../gen/selvage/body/v1/body_pb.js';
import { NestService } from '../../../gen/selvage/nest/v1/nest_pb.js';
import { PatternService } from '../../../gen/selvage/pattern/v1/pattern_pb.js';
import { SizeService } from '../../../gen/selvage/size/v1/size_pb.js';
import { noteAway } from './away.js';
import { key, keyProblem, organization } from './key.js';
import { refusedKey } from './trouble.js';

const withKey: Interceptor = (next) => async (request) => {
  const sent = key.value;
  if (sent) request.header.set('authorization', `Bearer ${sent}`);
  if (organization.value) request.header.set('x-service-organization-id', organization.value);
  try {
    return await next(request);
  } catch (error) {
    // An answer to an earlier key tells nothing about the present one.
    if (error instanceof ConnectError && error.code === Code.Unauthenticated && sent === key.value)
      keyProblem.value = refusedKey;
    if (foundNone(error) && !request.signal.aborted) noteAway();
    throw error;
  }
};

/** Whether no service has answered. A browser gives a failed fetch no code, and a proxy in front answers for the service. */
const foundNone = (error: unknown): boolean =>
  error instanceof ConnectError
    ? error.code === Code.Unavailable || (error.cause instanceof TypeError && isOfFetch(error.cause))
    : error instanceof TypeError && isOfFetch(error);

const isOfFetch = ({ message }: TypeError): boolean => /fetch|network|load failed/i.test(message);

/** For clients of parts that load later. */
export const transport = createConnectTransport({
  baseUrl: location.origin,
  useBinaryFormat: true,
  interceptors: [withKey],
});

export const bodyService: Client<typeof BodyService> = createClient(BodyService, transport);
export const patternService: Client<typeof PatternService> = createClient(PatternService, transport);
export const nestService: Client<typeof NestService> = createClient(NestService, transport);
export const sizeService: Client<typeof SizeService> = createClient(SizeService, transport);
export const accountService: Client<typeof AccountService> = createClient(AccountService, transport);
