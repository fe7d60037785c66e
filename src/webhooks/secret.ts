/**
 * The secrets of webhooks: random keys of HMAC-SHA256, written `whsec_` and base64 (Standard Webhooks 1.0). A signature needs
 * the secret itself, so a hash would not do. The store has it sealed with the operator's key (AES-256-GCM, NIST SP 800-38D),
 * or plain where the operator gives none.
 */
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { ServiceError } from '../errors.js';

const prefix = 'whsec_';
const secretBytes = 32;
const [nonceBytes, tagBytes] = [12, 16];

export interface Secret {
  /** For the owner, once: `whsec_...`. */
  readonly text: string;
  readonly bytes: Buffer;
}

export function newSecret(): Secret {
  const bytes = randomBytes(secretBytes);
  return { text: prefix + bytes.toString('base64'), bytes };
}

/** A sealed text begins so. */
export const sealedBeginning = 'sealed:';

export class SecretBox {
  /** By a short name, which stands in the sealed text. */
  readonly #keys: ReadonlyMap<string, Buffer>;

  /** `keys`: 32 bytes each. The first seals, all open; none: secrets stay plain. */
  constructor(keys: readonly Buffer[]) {
    this.#keys = new Map(keys.map((key) => [nameOf(key), key]));
  }

  get hasKey(): boolean {
    return this.#keys.size > 0;
  }

  /** `webhookId` is bound to the secret: a row cannot take the secret of another. */
  seal(secret: Buffer, webhookId: string): string {
    const [first] = this.#keys;
    if (first === undefined) return `plain:${secret.toString('base64')}`;
    const [name, key] = first;
    const nonce = randomBytes(nonceBytes);
    const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(webhookId));
    const sealed = Buffer.concat([nonce, cipher.update(secret), cipher.final(), cipher.getAuthTag()]);
    return `${sealedBeginning}${name}:${sealed.toString('base64')}`;
  }

  /** ServiceError `unavailable` without the key that sealed it. */
  open(text: string, webhookId: string): Buffer {
    const [kind, name = '', sealed = ''] = text.split(':');
    if (kind === 'plain') return Buffer.from(name, 'base64');
    const key = this.#keys.get(name);
    const bytes = Buffer.from(sealed, 'base64');
    if (key === undefined) throw unreadable();
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, nonceBytes))
      .setAAD(Buffer.from(webhookId))
      .setAuthTag(bytes.subarray(-tagBytes));
    try {
      return Buffer.concat([decipher.update(bytes.subarray(nonceBytes, -tagBytes)), decipher.final()]);
    } catch (cause) {
      throw unreadable(cause);
    }
  }
}

const nameOf = (key: Buffer): string => createHash('sha256').update(key).digest('hex').slice(0, 8);

const unreadable = (cause?: unknown): ServiceError =>
  new ServiceError('unavailable', 'The secret of a webhook is sealed with a key that the service does not have', {
    code: 'webhook_key_missing',
    cause,
  });
