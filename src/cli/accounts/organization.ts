/** `selvage org`: organisations, their members, and the active organisation of a user's requests. */
import { Command, Option } from 'commander';
import { AdminService, type Organization, type User } from '../../../gen/selvage/admin/v1/admin_pb.js';
import { type DataOptions, withAdmin, withAdminOfStore, withAdminToShow, withDataOptions } from '../client-options.js';
import { printDone, printRecord, printRecords } from '../print-records.js';
import { printForgotten } from './forgotten.js';
import { organizationNamed, planName, plans, userNamed } from './resolve.js';

export function organizationCommand(): Command {
  return new Command('org')
    .description('create, list and forget organisations, and manage their members')
    .addCommand(createCommand())
    .addCommand(listCommand())
    .addCommand(membersCommand())
    .addCommand(membershipCommand('add', 'make a user a member'))
    .addCommand(membershipCommand('remove', 'end a membership'))
    .addCommand(activateCommand())
    .addCommand(forgetCommand())
    .addHelpText(
      'after',
      `
Examples:
  $ selvage org create atelier --plan paid
  $ selvage org add atelier ada
  $ selvage org members atelier
  $ selvage org activate ada atelier
  $ selvage org remove atelier ada
  $ selvage org list --json
  $ selvage org forget atelier --confirm atelier`,
    );
}

interface CreateOptions extends DataOptions {
  readonly plan: string;
  readonly json?: boolean;
}

type ChangeOptions = DataOptions & { readonly json?: boolean };

function createCommand(): Command {
  const command = new Command('create')
    .description('create an organisation')
    .argument('<name>', 'unique name')
    .addOption(new Option('--plan <PLAN>', 'plan of its members').choices(Object.keys(plans)).default('free'))
    .option('--json', 'as JSON');
  return withDataOptions(command).action(async (name: string, options: CreateOptions) => {
    const { organization } = await withAdmin(options, (client) =>
      client.unary(AdminService.method.createOrganization, { name, plan: plans[options.plan]! }),
    );
    printRecord(organizationRecord(organization!), options);
  });
}

function listCommand(): Command {
  const command = new Command('list').description('list all organisations').option('--json', 'as JSON');
  return withDataOptions(command).action(async (options: DataOptions & { json?: boolean }) => {
    const { organizations } = await withAdminToShow(options, (client) =>
      client.unary(AdminService.method.listOrganizations, {}),
    );
    printRecords(organizations.map(organizationRecord), options);
  });
}

function membersCommand(): Command {
  const command = new Command('members')
    .description('list the members of an organisation')
    .argument('<organisation>', 'id or name')
    .option('--json', 'as JSON');
  return withDataOptions(command).action(async (organisation: string, options: ChangeOptions) => {
    const records = await withAdminToShow(options, async (client) => {
      const { organizationId } = await organizationNamed(client, organisation);
      const { members } = await client.unary(AdminService.method.listMembers, { organizationId });
      return members.map((member) => memberRecord(member, organizationId));
    });
    printRecords(records, options);
  });
}

function membershipCommand(verb: 'add' | 'remove', description: string): Command {
  const command = new Command(verb)
    .description(description)
    .argument('<organisation>', 'id or name')
    .argument('<user>', 'id or name')
    .option('--json', 'as JSON');
  return withDataOptions(command).action(async (organisation: string, user: string, options: ChangeOptions) => {
    await withAdminOfStore(options, async (client) => {
      const { organizationId, name } = await organizationNamed(client, organisation);
      const { userId, name: userName } = await userNamed(client, user);
      if (verb === 'add') await client.unary(AdminService.method.addMember, { organizationId, userId });
      else await client.unary(AdminService.method.removeMember, { organizationId, userId });
      const member = verb === 'add';
      const sentence = `${userName} ${member ? 'belongs to' : 'no longer belongs to'} ${name}`;
      printDone({ organization: organizationId, user: userId, member }, sentence, options);
    });
  });
}

function activateCommand(): Command {
  const command = new Command('activate')
    .description("set the organisation that a user's requests run against by default")
    .argument('<user>', 'id or name')
    .argument('[organisation]', 'id or name; default none')
    .option('--json', 'as JSON');
  return withDataOptions(command).action(
    async (user: string, organisation: string | undefined, options: ChangeOptions) => {
      await withAdminOfStore(options, async (client) => {
        const { userId, name } = await userNamed(client, user);
        const active = organisation === undefined ? null : await organizationNamed(client, organisation);
        const organizationId = active?.organizationId ?? '';
        await client.unary(AdminService.method.setActiveOrganization, { userId, organizationId });
        const sentence = `requests of ${name} run against ${active ? active.name : 'no organisation'} by default`;
        printDone({ user: userId, activeOrganization: organizationId || null }, sentence, options);
      });
    },
  );
}

function forgetCommand(): Command {
  const command = new Command('forget')
    .description('delete an organisation with everything that it owns, for good; its members stay')
    .argument('<organisation>', 'id or name')
    .requiredOption('--confirm <NAME>', 'the name of that organisation, since nothing brings it back')
    .option('--json', 'as JSON');
  return withDataOptions(command).action(
    async (organisation: string, options: ChangeOptions & { readonly confirm: string }) => {
      const { forgotten } = await withAdminOfStore(options, async (client) => {
        const { organizationId } = await organizationNamed(client, organisation);
        return client.unary(AdminService.method.forgetOrganization, { organizationId, name: options.confirm });
      });
      printForgotten(forgotten, options);
    },
  );
}

/** `admin`: of the whole service, since a membership has no roles. `active`: requests run against it by default. */
const memberRecord = ({ userId, name, admin, activeOrganizationId }: User, organizationId: string) => ({
  user: userId,
  name,
  admin,
  active: activeOrganizationId === organizationId,
});

const organizationRecord = (organization: Organization) => ({
  organization: organization.organizationId,
  name: organization.name,
  plan: planName(organization.plan),
});
