/** `selvage user`: creates, lists and forgets users. */
import { Command, Option } from 'commander';
import { AdminService, type User } from '../../../gen/selvage/admin/v1/admin_pb.js';
import { type DataOptions, withAdmin, withAdminOfStore, withAdminToShow, withDataOptions } from '../client-options.js';
import { printRecord, printRecords } from '../print-records.js';
import { printForgotten } from './forgotten.js';
import { planName, plans, userNamed } from './resolve.js';

export function userCommand(): Command {
  return new Command('user')
    .description('create, list and forget users')
    .addCommand(createCommand())
    .addCommand(listCommand())
    .addCommand(forgetCommand())
    .addHelpText(
      'after',
      `
Examples:
  $ selvage user create ada --plan paid
  $ selvage user list --json
  $ selvage user forget ada --confirm ada`,
    );
}

interface CreateOptions extends DataOptions {
  readonly plan: string;
  readonly admin?: boolean;
  readonly json?: boolean;
}

function createCommand(): Command {
  const command = new Command('create')
    .description('create a user')
    .argument('<name>', 'unique name')
    .addOption(new Option('--plan <PLAN>', 'plan of the user').choices(Object.keys(plans)).default('free'))
    .option('--admin', 'may manage users, organisations, plans and keys')
    .option('--json', 'as JSON');
  return withDataOptions(command).action(async (name: string, options: CreateOptions) => {
    const { user } = await withAdmin(options, (client) =>
      client.unary(AdminService.method.createUser, { name, plan: plans[options.plan]!, admin: options.admin ?? false }),
    );
    printRecord(userRecord(user!), options);
  });
}

function listCommand(): Command {
  const command = new Command('list').description('list all users').option('--json', 'as JSON');
  return withDataOptions(command).action(async (options: DataOptions & { json?: boolean }) => {
    const { users } = await withAdminToShow(options, (client) => client.unary(AdminService.method.listUsers, {}));
    printRecords(users.map(userRecord), options);
  });
}

function forgetCommand(): Command {
  const command = new Command('forget')
    .description('delete a user with everything that the user owns, for good')
    .argument('<user>', 'id or name')
    .requiredOption('--confirm <NAME>', 'the name of that user, since nothing brings the user back')
    .option('--json', 'as JSON');
  return withDataOptions(command).action(
    async (user: string, options: DataOptions & { readonly confirm: string; readonly json?: boolean }) => {
      const { forgotten } = await withAdminOfStore(options, async (client) => {
        const { userId } = await userNamed(client, user);
        return client.unary(AdminService.method.forgetUser, { userId, name: options.confirm });
      });
      printForgotten(forgotten, options);
    },
  );
}

const userRecord = (user: User) => ({
  user: user.userId,
  name: user.name,
  plan: planName(user.plan),
  admin: user.admin,
  activeOrganization: user.activeOrganizationId || null,
  organizations: user.organizationIds,
});
