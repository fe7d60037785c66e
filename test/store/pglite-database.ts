/** PostgreSQL in WebAssembly as the database of a store, for machines without a server. */
import { randomUUID } from 'node:crypto';
import { PGlite, types } from '@electric-sql/pglite';
import type { Database, Session } from '../../src/store/postgres/database.js';

const engine = await PGlite.create({ parsers: { [types.INT8]: Number } });

/** A fresh schema over one connection. Transactions wait for each other, and statements for transactions. */
export function pgliteDatabase(): Database {
  const schema = `test_${randomUUID().replaceAll('-', '')}`;
  let last: Promise<unknown> = engine.exec(`CREATE SCHEMA ${schema}; SET search_path = ${schema}`);
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const turn = last.then(work);
    last = turn.catch(() => {});
    return turn;
  };
  const session: Session = {
    async run<Row extends object>(text: string, values: readonly unknown[]) {
      const { rows, affectedRows } = await engine.query<Row>(text, [...values]);
      return { rows, count: affectedRows ?? rows.length };
    },
    async script(text) {
      await engine.exec(text);
    },
  };
  return {
    run: (text, values) => inTurn(() => session.run(text, values)),
    script: (text) => inTurn(() => session.script(text)),
    transaction: (work) =>
      inTurn(async () => {
        await engine.exec('BEGIN');
        try {
          const result = await work(session);
          await engine.exec('COMMIT');
          return result;
        } catch (error) {
          await engine.exec('ROLLBACK');
          throw error;
        }
      }),
    listen(channel, listener) {
      const listening = engine.listen(channel, listener);
      return () => void listening.then((stop) => stop());
    },
    async close() {
      await inTurn(() => engine.exec(`DROP SCHEMA ${schema} CASCADE`));
    },
  };
}
