/** All projects of the caller, and the one that a command names. */
import { type Project, ProjectService } from '../../../gen/selvage/project/v1/project_pb.js';
import { nearest } from '../../json/nearest-name.js';
import type { Client } from '../client.js';
import { CommandError, exitCodes } from '../exit.js';

export async function allProjects(client: Client): Promise<Project[]> {
  const found: Project[] = [];
  let pageToken = '';
  do {
    const page = await client.unary(ProjectService.method.listProjects, { pageSize: 200, pageToken });
    found.push(...page.projects);
    pageToken = page.nextPageToken;
  } while (pageToken !== '');
  return found;
}

export async function findProject(client: Client, nameOrId: string): Promise<Project> {
  const projects = await allProjects(client);
  const named = projects.filter(({ projectId, name }) => projectId === nameOrId.toLowerCase() || name === nameOrId);
  if (named.length === 1) return named[0]!;
  const details = (named.length > 0 ? named : projects).map(({ projectId, name }) => `${projectId}  ${name}`);
  const told = JSON.stringify(nameOrId);
  if (named.length > 0) {
    throw new CommandError(`${named.length} projects are called ${told}: name one by its id`, { details });
  }
  const names = projects.map(({ name }) => name);
  throw new CommandError(`You have no project ${told}${nearest(nameOrId, names)}`, {
    exitCode: exitCodes.notFound,
    details,
  });
}
