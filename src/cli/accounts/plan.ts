/** `selvage plan`: the plan of a user or an organisation. */
import { Argument, Command } from 'commander';
import { AdminService } from '../../../gen/selvage/admin/v1/admin_pb.js';
import { type DataOptions, withAdminOfStore, withDataOptions } from '../client-options.js';
import { CommandError } from '../exit.js';
import { printDone } from '../print-records.js';
import { organizationNamed, plans, userNamed } from './resolve.js';

interface SetOptions extends DataOptions {
  readonly user?: string;
  readonly org?: string;
  readonly json?: boolean;
}

export function planCommand(): Command {
  return new Command('plan')
    .description('set the plan of a user or an organisation')
    .addCommand(setCommand())
    .addHelpText('after', '\nExamples:\n  $ selvage plan set paid --user ada\n  $ selvage plan set free --org atelier');
}

function setCommand(): Command {
  const command = new Command('set')
    .description('free: the slow queue, one instance; paid: the fast queue, several instances')
    .addArgument(new Argument('<plan>', 'the plan').choices(Object.keys(plans)))
    .option('--user <USER>', 'id or name')
    .option('--org <ORGANISATION>', 'id or name')
    .option('--json', 'as JSON');
  return withDataOptions(command).action(async (plan: string, options: SetOptions) => {
    const { user, org } = options;
    if ((user === undefined) === (org === undefined)) throw new CommandError('Give either --user or --org');
    await withAdminOfStore(options, async (client) => {
      const subject =
        user === undefined
          ? { case: 'organizationId' as const, value: (await organizationNamed(client, org!)).organizationId }
          : { case: 'userId' as const, value: (await userNamed(client, user)).userId };
      await client.unary(AdminService.method.setPlan, { subject, plan: plans[plan]! });
      printDone(
        { [user === undefined ? 'organization' : 'user']: subject.value, plan },
        `${user ?? org} has the ${plan} plan`,
        options,
      );
    });
  });
}
