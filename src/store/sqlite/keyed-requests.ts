/** SQL of requests under a client's key. */
import type { Database } from 'better-sqlite3';
import { insertion, keyedRequestColumns, selection } from '../columns.js';
import type { KeyedRequestRecord, KeyedRequestStore, RequestKey } from '../store.js';

type Begun = Omit<KeyedRequestRecord, 'answer'>;

export function sqliteKeyedRequests(db: Database): KeyedRequestStore {
  const isThis = 'owner = @owner AND key = @key';
  const forget = db.prepare<[RequestKey]>(`DELETE FROM keyed_request WHERE ${isThis}`);
  const forgetOld = db.prepare<[RequestKey & { forgetBefore: number }]>(
    `DELETE FROM keyed_request WHERE ${isThis} AND created_at < @forgetBefore`,
  );
  const known = db.prepare<[RequestKey], KeyedRequestRecord>(
    `SELECT ${selection(keyedRequestColumns)} FROM keyed_request WHERE ${isThis}`,
  );
  const insert = db.prepare<[KeyedRequestRecord]>(`INSERT INTO keyed_request ${insertion(keyedRequestColumns)}`);
  const keep = db.prepare<[RequestKey & { answer: string }]>(
    `UPDATE keyed_request SET answer = @answer WHERE ${isThis}`,
  );

  const begin = db.transaction((request: Begun, forgetBefore: number): KeyedRequestRecord | null => {
    const { owner, key } = request;
    forgetOld.run({ owner, key, forgetBefore });
    const other = known.get({ owner, key });
    if (other !== undefined) return other;
    insert.run({ ...request, answer: null });
    return null;
  });

  return {
    async beginKeyedRequest(request, forgetBefore) {
      return begin.immediate(request, forgetBefore);
    },
    async keepAnswer({ owner, key }, answer) {
      keep.run({ owner, key, answer });
    },
    async forgetKeyedRequest({ owner, key }) {
      forget.run({ owner, key });
    },
  };
}
