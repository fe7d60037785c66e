/** `selvage user`: creates and lists users. */
import { Command, Option } from 'commander';
import { AdminService, type User } from '../../../gen/selvage/admin/v1/admin_pb.js';
import { type DataOptions, withAdmin, withAdminReading, withDataOptions } from '../client-options.js';
import { printRecord, printRecords } from '../print-records.js';
import { planName, plans } from './resolve.js';

export function userCommand(): Command {
  return new Command('user')
    .description('create and list users')
    .addCommand(createCommand())
    .addCommand(listCommand())
    .addHelpText('after', '\nExamples:\n  $ selvage user create ada --plan paid\n  $ selvage user list --json');
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
    const { users } = await withAdminReading(options, (client) => client.unary(AdminService.method.listUsers, {}));
    printRecords(users.map(userRecord), options);
  });
}

const userRecord = (user: User) => ({
  user: user.userId,
  name: user.name,
  plan: planName(user.plan),
  admin: user.admin,
  activeOrganization: user.activeOrganizationId || null,
  organizations: user.organizationIds,
});
