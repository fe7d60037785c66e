// A proxy that loses connections, for the tests of the clients: it closes the first one at once, and the second one
// after the first kilobyte of its answer; all others are whole. Runs a command with its address in SELVAGE_CUTTING_PROXY.
// usage: SELVAGE_SERVER=http://... node cutting-proxy.mjs COMMAND [ARGUMENT...]
import { spawn } from 'node:child_process';
import { connect, createServer } from 'node:net';

const { hostname, port } = new URL(process.env.SELVAGE_SERVER);
const bytesOfSecond = 1200;
let connections = 0;

const server = createServer((socket) => {
  connections += 1;
  if (connections === 1) return socket.destroy();
  let left = connections === 2 ? bytesOfSecond : Infinity;
  const service = connect(Number(port), hostname);
  const lose = () => {
    socket.destroy();
    service.destroy();
  };
  for (const end of [socket, service]) end.on('error', lose).on('close', lose);
  socket.pipe(service);
  service.on('data', (chunk) => {
    socket.write(chunk.subarray(0, Math.min(left, chunk.length)));
    left -= chunk.length;
    if (left <= 0) lose();
  });
});

server.listen(0, '127.0.0.1', () => {
  const [command, ...args] = process.argv.slice(2);
  const env = { ...process.env, SELVAGE_CUTTING_PROXY: `http://127.0.0.1:${server.address().port}` };
  spawn(command, args, { stdio: 'inherit', env }).on('close', (code) => {
    if (connections < 3) console.error(`the proxy saw only ${connections} connections: nothing was lost`);
    process.exit(connections < 3 ? 1 : (code ?? 1));
  });
});
