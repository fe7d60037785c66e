/** `selvage project`: projects of the page under the account. */
import { create } from '@bufbuild/protobuf';
import { Command } from 'commander';
import {
  createProjectResponse,
  getProjectResponse,
  listProjectsResponse,
  updateProjectResponse,
} from '../../../gateway/json/project.js';
import {
  ListProjectsResponseSchema,
  type Project,
  ProjectService,
} from '../../../gen/selvage/project/v1/project_pb.js';
import type { Json } from '../../json/json.js';
import { isoTime } from '../accounts/key.js';
import { type ActingOptions, withActingOptions, withMaking, withOwn, withOwnToShow } from '../acting-client.js';
import { readInput, writeAnswer } from '../files.js';
import { refuseIdleFlags } from '../idle-flags.js';
import { numberOf } from '../key-values.js';
import { printDone, printRecord, printRecords } from '../print-records.js';
import { allProjects, findProject } from './find-project.js';

type Options = ActingOptions & { readonly json?: boolean };

export function projectCommand(): Command {
  return new Command('project')
    .description('list, get, save, rename and delete projects of the page under your account')
    .addCommand(listCommand())
    .addCommand(getCommand())
    .addCommand(saveCommand())
    .addCommand(renameCommand())
    .addCommand(deleteCommand())
    .addHelpText(
      'after',
      `
Examples:
  $ selvage project list
  $ selvage project get "Spring bags" -o spring-bags.selvage.json
  $ selvage project save spring-bags.selvage.json
  $ selvage project save spring-bags.selvage.json --project "Spring bags" --from 3
  $ selvage project rename "Spring bags" "Summer bags"
  $ selvage project delete "Spring bags"`,
    );
}

function listCommand(): Command {
  const command = new Command('list')
    .description('list your projects')
    .option('--json', 'the projects as GET /api/v1/projects tells them');
  return withActingOptions(command).action(async (options: Options) => {
    const projects = await withOwnToShow(options, allProjects);
    const page = create(ListProjectsResponseSchema, { projects });
    if (options.json) print(listProjectsResponse.encode(page).projects ?? []);
    else printRecords(projects.map(recordOf), options);
  });
}

function getCommand(): Command {
  const command = new Command('get')
    .description('write the document of a project, which the page opens as a file')
    .argument('<project>', 'id of the project, or its name')
    .option('-o, --output <FILE>', 'file to write; without it standard output')
    .option('--json', 'as GET /api/v1/projects/{projectId} tells it; with -o the file as JSON');
  return withActingOptions(command).action(async (nameOrId: string, options: Options & { output?: string }) => {
    const found = await withOwnToShow(options, async (client) => {
      const { projectId } = await findProject(client, nameOrId);
      return client.unary(ProjectService.method.getProject, { projectId });
    });
    if (options.json && options.output === undefined) return print(getProjectResponse.encode(found));
    writeAnswer(found.document, options, { version: found.project!.versionNumber });
  });
}

interface SaveOptions extends Options {
  readonly project?: string;
  readonly from?: string;
  readonly keepPeople?: boolean;
}

function saveCommand(): Command {
  const command = new Command('save')
    .description('store a file of the page as a new project, or as the next version of one')
    .argument('<file>', 'a file that the page has saved; - is standard input')
    .option('--project <PROJECT>', 'project that gets the version, by name or id; without it a new project')
    .option('--from <VERSION>', 'version of --project that the file started from; refused if it has changed since')
    .option('--keep-people', 'keep the people of the file with their measurements; without it such a file is refused')
    .option('--json', 'as the REST route answers');
  return withActingOptions(command).action(async (file: string, options: SaveOptions) => {
    const { project: nameOrId, from, keepPeople = false } = options;
    if (nameOrId === undefined) refuseIdleFlags({ '--from': from }, '--project, which is missing');
    const document = readInput(file).toString('utf8');
    await withMaking(options, async (client) => {
      if (nameOrId === undefined) {
        const made = await client.unary(ProjectService.method.createProject, { document, keepPeople });
        return options.json ? print(createProjectResponse.encode(made)) : printRecord(recordOf(made.project!), options);
      }
      const { projectId, versionNumber: latest } = await findProject(client, nameOrId);
      const versionNumber = from === undefined ? latest : numberOf(from, '--from');
      const edit = { projectId, versionNumber, document, keepPeople };
      const saved = await client.unary(ProjectService.method.updateProject, edit);
      return options.json ? print(updateProjectResponse.encode(saved)) : printRecord(recordOf(saved.project!), options);
    });
  });
}

function renameCommand(): Command {
  const command = new Command('rename')
    .description('give a project another name')
    .argument('<project>', 'id of the project, or its name')
    .argument('<name>', 'the new name')
    .option('--json', 'as PATCH /api/v1/projects/{projectId} answers');
  return withActingOptions(command).action(async (nameOrId: string, name: string, options: Options) => {
    const renamed = await withOwn(options, async (client) => {
      const { projectId, versionNumber } = await findProject(client, nameOrId);
      return client.unary(ProjectService.method.updateProject, { projectId, versionNumber, name });
    });
    if (options.json) print(updateProjectResponse.encode(renamed));
    else printRecord(recordOf(renamed.project!), options);
  });
}

function deleteCommand(): Command {
  const command = new Command('delete')
    .description('delete a project with everything in it, people included')
    .argument('<project>', 'id of the project, or its name')
    .option('--json', 'as JSON');
  return withActingOptions(command).action(async (nameOrId: string, options: Options) => {
    const { projectId, name } = await withOwn(options, async (client) => {
      const found = await findProject(client, nameOrId);
      await client.unary(ProjectService.method.deleteProject, { projectId: found.projectId });
      return found;
    });
    printDone({ project: projectId, deleted: true }, `the project ${JSON.stringify(name)} is deleted`, options);
  });
}

const print = (json: Json): void => console.log(JSON.stringify(json, null, 2));

const recordOf = (project: Project) => ({
  project: project.projectId,
  name: project.name,
  version: project.versionNumber,
  bytes: project.documentBytes,
  people: project.holdsPeople,
  changed: isoTime(project.updateTime),
});
