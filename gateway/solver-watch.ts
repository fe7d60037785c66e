/** The monitoring port of a solver host: /healthz, /readyz and /metrics, and nothing else. */
import { type AddressInfo, isIP } from 'node:net';
import type { Logger } from 'pino';
import { listening, openFrame } from './frame.js';
import { defaultLimits } from './limits.js';
import { onePort, type Tls } from './port.js';
import { healthRoutes } from './routes/health.js';
import { metricsRoutes } from './routes/metrics.js';
import { Serving } from './serving.js';
import type { SolverMetrics } from './telemetry/solver-metrics.js';

export interface SolverWatchOptions {
  readonly host: string;
  /** 0 picks a free one. */
  readonly port: number;
  readonly tls?: Tls;
  readonly logger: Logger;
  readonly metrics: SolverMetrics;
  /** Token required by /metrics; undefined: it is open to this machine alone. */
  readonly metricsToken: string | undefined;
  /** Whether the store answers. */
  readonly readiness: () => Promise<boolean>;
}

export interface SolverWatch {
  /** Origin with an explicit port. */
  readonly url: string;
  /** New connections get this certificate. Only for a port with TLS. */
  renew(tls: Tls): void;
  /** From here on the host is not ready. The port stays open until `close`. */
  end(): void;
  close(): Promise<void>;
}

export async function openSolverWatch(options: SolverWatchOptions): Promise<SolverWatch> {
  const { host, tls, metrics } = options;
  const serving = new Serving(options.readiness);
  const port = onePort(defaultLimits, tls);
  // Requests of monitoring are not counted, and a host has no others.
  const uncounted = { request: () => {} };
  const logger = options.logger.child({}, { level: 'warn' });
  const server = openFrame({ port, limits: defaultLimits, secure: tls !== undefined, logger, metrics: uncounted });
  healthRoutes(server, serving);
  metricsRoutes(server, metrics, options.metricsToken);
  await server.listen({ host, port: options.port, listenTextResolver: listening(tls !== undefined) });
  const address = server.server.address() as AddressInfo;
  const name = isIP(host) === 6 ? `[${host}]` : host;
  return {
    url: `${tls ? 'https' : 'http'}://${name}:${address.port}`,
    renew: (renewed) => port.renew(renewed),
    end: () => serving.end(),
    async close() {
      serving.end();
      port.destroy();
      await server.close();
    },
  };
}
