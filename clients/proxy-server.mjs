// The common part of the proxies that speak Connect: one port for HTTP/1.1 and HTTP/2, and the command that runs against it.
import { spawn } from 'node:child_process';
import http from 'node:http';
import http2 from 'node:http2';
import net from 'node:net';
import { connectNodeAdapter } from '@connectrpc/connect-node';
import { trailersOnly } from '../dist/gateway/rpc/trailers-only.js';

/** Serves the routes at an address of its own; resolves to that. */
export async function serve(routes) {
  const handler = connectNodeAdapter({ routes });
  // Refusals look like the service's own.
  const inOneBlock = (request, response) => {
    trailersOnly(response);
    handler(request, response);
  };
  const [plain, framed] = [http.createServer(handler), http2.createServer(inOneBlock)];
  const server = net.createServer((socket) => {
    socket.on('error', () => socket.destroy());
    socket.once('readable', () => {
      const first = socket.read();
      if (first === null) return;
      socket.unshift(first);
      (first.toString('latin1', 0, 3) === 'PRI' ? framed : plain).emit('connection', socket);
    });
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${server.address().port}`;
}

/** Runs the command of the arguments, and fails with it, or where `faults` finds any. */
export function run(variables, faults) {
  const [command, ...args] = process.argv.slice(2);
  spawn(command, args, { stdio: 'inherit', env: { ...process.env, ...variables } }).on('close', (code) => {
    const found = faults();
    for (const fault of found) console.error(fault);
    process.exit(found.length > 0 ? 1 : (code ?? 1));
  });
}
