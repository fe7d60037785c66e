/** grpc.health.v1 as an ordinary Connect service. */
import { Code, ConnectError, type ServiceImpl } from '@connectrpc/connect';
import { type Health, HealthCheckResponse_ServingStatus as Status } from '../../gen/grpc/health/v1/health_pb.js';
import type { Serving } from '../serving.js';

/** `names`: the services that share the health of the whole service. The empty name is the whole service. */
export function healthService(serving: Serving, names: readonly string[]): ServiceImpl<typeof Health> {
  const known = new Set(['', ...names]);
  const statusOf = async (name: string) => {
    if (!known.has(name)) return Status.SERVICE_UNKNOWN;
    return (await serving.isReady()) ? Status.SERVING : Status.NOT_SERVING;
  };
  return {
    async check({ service }) {
      const status = await statusOf(service);
      if (status === Status.SERVICE_UNKNOWN) throw new ConnectError(`unknown service ${service}`, Code.NotFound);
      return { status };
    },
    async list() {
      const status = await statusOf('');
      return { statuses: Object.fromEntries([...known].map((name) => [name, { status }])) };
    },
    async *watch({ service }, { signal }) {
      let last: Status | undefined;
      for await (const ready of serving.watch(signal)) {
        const status = !known.has(service) ? Status.SERVICE_UNKNOWN : ready ? Status.SERVING : Status.NOT_SERVING;
        if (status !== last) yield { status };
        last = status;
      }
    },
  };
}
