/** An address that leads to a server and can be led to another one, as the address of a database that follows its primary. */
import { connect, createServer, type Socket } from 'node:net';

export interface MovingAddress {
  readonly port: number;
  /** Cuts all connections. Those to come go to this port; null: nowhere. */
  lead(port: number | null): void;
  close(): void;
}

export async function startAddress(first: number): Promise<MovingAddress> {
  let target: number | null = first;
  const open = new Set<Socket>();
  const cut = () => {
    for (const socket of open) socket.destroy();
  };
  const server = createServer((client) => {
    if (target === null) return client.destroy();
    const upstream = connect(target, '127.0.0.1');
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      open.add(one);
      one.on('error', () => {});
      one.on('close', () => {
        open.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
    return undefined;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  server.unref();
  return {
    port: (server.address() as { port: number }).port,
    lead(port) {
      target = port;
      cut();
    },
    close() {
      server.close();
      cut();
    },
  };
}
