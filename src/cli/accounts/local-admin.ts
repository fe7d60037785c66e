/** AdminService over a data folder, without the rest of a service. */
import { Accounts } from '../../accounts/accounts.js';
import { adminOperations } from '../../services/admin/admin.js';
import { openStore } from '../../store/open-store.js';
import type { Client } from '../client.js';
import { localClient } from '../local-client.js';

export async function openLocalAdmin(dataDir: string): Promise<Client> {
  const store = await openStore({ dataDir, databaseUrl: process.env.DATABASE_URL });
  return localClient(adminOperations(new Accounts(store)), () => store.close());
}
