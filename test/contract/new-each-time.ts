/** Answers as text, without the parts that are new each time. */
import * as assert from 'uvu/assert';
import type { Json } from '../../src/json/json.js';

/** A new project as text, without the parts that are new each time. */
export function projectText(json: Json): string {
  const { project } = json as { project: Record<string, unknown> };
  return JSON.stringify({ ...project, projectId: '', createTime: '', updateTime: '' });
}

/** A new key as text, without the parts that are new each time. */
export function keyText(json: Json): string {
  const { key, secret } = json as { key: Record<string, unknown>; secret: string };
  assert.match(secret, new RegExp(`^selvage_${key.keyId}_`));
  return JSON.stringify({ ...key, keyId: '', createTime: '' });
}

/** The successor of a key, whose end is to the minute that of its predecessor. */
export function successorText(json: Json): string {
  const key = JSON.parse(keyText(json)) as { expireTime: string };
  return JSON.stringify({ ...key, expireTime: key.expireTime.slice(0, 'yyyy-mm-ddThh:mm'.length) });
}

/** A webhook as text, without its id and times. */
export function changedText(json: Json): string {
  const told = json as Record<string, unknown>;
  const oldSecretExpireTime = told.oldSecretExpireTime !== null;
  return JSON.stringify({ ...told, webhookId: '', createTime: '', disableTime: '', oldSecretExpireTime });
}
