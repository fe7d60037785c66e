/** The caller's account and keys, as the page last read them. */
import { signal } from '@preact/signals';
import type {
  CreateOwnKeyResponse,
  GetAccountResponse,
  KeyScope,
  OwnKey,
} from '../../../gen/selvage/account/v1/account_pb.js';
import { accountService } from '../service/clients.js';
import { key } from '../service/key.js';
import { telling } from '../service/told.js';
import type { Trouble } from '../service/trouble.js';

export const account = signal<GetAccountResponse | null>(null);
export const keys = signal<readonly OwnKey[]>([]);
export const trouble = signal<Trouble | null>(null);
/** The text of a key just made. The service tells it once, so the page keeps it until the menu closes. */
export const secret = signal('');

const told = telling(trouble);

export async function readAccount(): Promise<void> {
  await told(async () => {
    const [own, list] = await Promise.all([accountService.getAccount({}), accountService.listOwnKeys({})]);
    account.value = own;
    keys.value = list.keys;
  });
}

export async function makeKey(request: { name: string; scopes: KeyScope[] }): Promise<boolean> {
  const made = await told(() => accountService.createOwnKey(request));
  if (made) await show(made);
  return made !== undefined;
}

/** The page goes on with the successor where it used the old key itself. */
export async function rotate(keyId: string): Promise<void> {
  const made = await told(() => accountService.rotateOwnKey({ keyId }));
  if (made === undefined) return;
  if (account.value?.key?.keyId === keyId) key.value = made.secret;
  await show(made);
}

export async function revoke(keyId: string): Promise<void> {
  if (await told(() => accountService.revokeOwnKey({ keyId }))) await readAccount();
}

async function show(made: Pick<CreateOwnKeyResponse, 'secret'>): Promise<void> {
  secret.value = made.secret;
  await readAccount();
}
