/** AdminService over a data folder, without the rest of a service. */
import { Accounts } from '../../accounts/accounts.js';
import { AuditLog } from '../../accounts/audit-log.js';
import { adminOperations } from '../../services/admin/admin.js';
import { auditOperations } from '../../services/audit/audit.js';
import { audited } from '../../services/audit/audited.js';
import { openStore } from '../../store/open-store.js';
import type { Client } from '../client.js';
import { databaseUrl } from '../data-folder.js';
import { localClient } from '../local-client.js';

/** @param keepSchema for a command that changes nothing: a store with an older schema is refused */
export async function openLocalAdmin(dataDir: string, keepSchema: boolean): Promise<Client> {
  const store = await openStore({ dataDir, databaseUrl: databaseUrl(), keepSchema });
  const log = new AuditLog(store);
  const operations = audited({ ...adminOperations(new Accounts(store)), ...auditOperations(log) }, log);
  return localClient(operations, () => store.close());
}
