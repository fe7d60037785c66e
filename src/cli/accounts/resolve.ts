/** A command may name users and organisations by id or name. AdminService takes ids. */
import { AdminService, type Organization, Plan, type User } from '../../../gen/selvage/admin/v1/admin_pb.js';
import type { Client } from '../client.js';
import { CommandError, exitCodes } from '../exit.js';

export async function userNamed(client: Client, idOrName: string): Promise<User> {
  const { users } = await client.unary(AdminService.method.listUsers, {});
  return (
    users.find(({ userId, name }) => userId === idOrName || name === idOrName) ?? missing(`user ${quoted(idOrName)}`)
  );
}

export async function organizationNamed(client: Client, idOrName: string): Promise<Organization> {
  const { organizations } = await client.unary(AdminService.method.listOrganizations, {});
  return (
    organizations.find(({ organizationId, name }) => organizationId === idOrName || name === idOrName) ??
    missing(`organisation ${quoted(idOrName)}`)
  );
}

/** `free` or `paid`. */
export const plans: Record<string, Plan> = { free: Plan.FREE, paid: Plan.PAID };

export const planName = (plan: Plan): string => Plan[plan].toLowerCase();

const quoted = (text: string): string => JSON.stringify(text);

function missing(what: string): never {
  throw new CommandError(`There is no ${what}`, { exitCode: exitCodes.notFound });
}
