/** SQL of requests under a client's key. */
import { insertion, keyedRequestColumns, selection } from '../columns.js';
import type { KeyedRequestRecord, KeyedRequestStore, RequestKey } from '../store.js';
import { type Database, Statement } from './database.js';

const isThis = 'owner = @owner AND key = @key';
const forget = new Statement<RequestKey>(`DELETE FROM keyed_request WHERE ${isThis}`);
const forgetOld = new Statement<RequestKey & { forgetBefore: number }>(
  `DELETE FROM keyed_request WHERE ${isThis} AND created_at < @forgetBefore`,
);
const known = new Statement<RequestKey, KeyedRequestRecord>(
  `SELECT ${selection(keyedRequestColumns)} FROM keyed_request WHERE ${isThis}`,
);
const insert = new Statement<KeyedRequestRecord, { key: string }>(
  `INSERT INTO keyed_request ${insertion(keyedRequestColumns)} ON CONFLICT DO NOTHING RETURNING key`,
);
const keep = new Statement<RequestKey & { answer: string }>(
  `UPDATE keyed_request SET answer = @answer WHERE ${isThis}`,
);

export function postgresKeyedRequests(db: Database): KeyedRequestStore {
  return {
    beginKeyedRequest: (request, forgetBefore) =>
      db.transaction(async (session) => {
        const { owner, key } = request;
        await forgetOld.run(session, { owner, key, forgetBefore });
        for (;;) {
          if ((await insert.one(session, { ...request, answer: null })) !== null) return null;
          const other = await known.one(session, { owner, key });
          // It may have ended in a failure between the two statements.
          if (other !== null) return other;
        }
      }),
    keepAnswer: async ({ owner, key }, answer) => {
      await keep.run(db, { owner, key, answer });
    },
    forgetKeyedRequest: async ({ owner, key }) => {
      await forget.run(db, { owner, key });
    },
  };
}
