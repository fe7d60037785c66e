/**
 * The health check of the container's image: ends with 0 if a service of this container answers /healthz. It asks at
 * SELVAGE_PORT, in cleartext and by TLS, since the flags of the service are unknown here. Its certificate names no loopback address.
 */
import http from 'node:http';
import https from 'node:https';

const port = Number(process.env.SELVAGE_PORT ?? 8080);
const question = { host: '127.0.0.1', port, path: '/healthz', timeout: 4_000, rejectUnauthorized: false };

const isHealthy = (scheme: typeof http | typeof https): Promise<boolean> =>
  new Promise((resolve) => {
    const request = scheme.get(question, ({ statusCode }) => resolve(statusCode === 200));
    request.on('timeout', () => request.destroy()).on('error', () => resolve(false));
  });

const answers = await Promise.all([http, https].map(isHealthy));
process.exit(answers.includes(true) ? 0 : 1);
