/** GET and POST /api/v1/projects; GET, PATCH and DELETE /api/v1/projects/{projectId}, versions by ETag and If-Match */
import { create } from '@bufbuild/protobuf';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  CreateProjectResponseSchema,
  DeleteProjectRequestSchema,
  GetProjectRequestSchema,
  GetProjectResponseSchema,
  ListProjectsResponseSchema,
  type Project,
  UpdateProjectResponseSchema,
} from '../../gen/selvage/project/v1/project_pb.js';
import { type FieldProblem, ServiceError } from '../../src/errors.js';
import type { Services } from '../../src/services/services.js';
import {
  createProjectRequest,
  createProjectResponse,
  getProjectResponse,
  listProjectsQuery,
  listProjectsResponse,
  updateProjectRequest,
  updateProjectResponse,
} from '../json/project.js';
import { type Reception, receivePartly, receiveQuery } from '../receive.js';
import { callOf, callWith } from './call.js';

const reception: Reception = { invalid: 'invalid', nullMeansAbsent: true, optional: false };

interface ProjectRoute {
  Params: { projectId: string };
}

export function projectRoutes(instance: FastifyInstance, services: Services): void {
  instance.get('/api/v1/projects', async (request, reply) => {
    const page = await services.listProjects(receiveQuery(request, listProjectsQuery), callOf(request));
    reply.header('cache-control', 'no-store');
    return listProjectsResponse.encode(create(ListProjectsResponseSchema, page));
  });

  instance.post('/api/v1/projects', async (request, reply) => {
    const { message, unread } = await receivePartly(request, createProjectRequest, reception);
    const made = create(CreateProjectResponseSchema, await services.createProject(message, callWith(request, unread)));
    tagged(reply, made.project!);
    return createProjectResponse.encode(made);
  });

  instance.get<ProjectRoute>('/api/v1/projects/:projectId', async (request, reply) => {
    const { projectId } = request.params;
    const asked = create(GetProjectRequestSchema, { projectId });
    const found = create(GetProjectResponseSchema, await services.getProject(asked, callOf(request)));
    tagged(reply, found.project!);
    return getProjectResponse.encode(found);
  });

  instance.patch<ProjectRoute>('/api/v1/projects/:projectId', async (request, reply) => {
    const { message, unread } = await receivePartly(request, updateProjectRequest, reception);
    const versionNumber = namedVersion(request);
    const missing = versionNumber === undefined ? [noVersion] : [];
    const call = callWith(request, [...missing, ...unread]);
    // a missing header has its own problem, so the rule of the field must not add another
    const named = { ...message, projectId: request.params.projectId, versionNumber: versionNumber ?? 1 };
    const changed = create(UpdateProjectResponseSchema, await services.updateProject(named, call));
    tagged(reply, changed.project!);
    return updateProjectResponse.encode(changed);
  });

  instance.delete<ProjectRoute>('/api/v1/projects/:projectId', async (request, reply) => {
    const { projectId } = request.params;
    const versionNumber = namedVersion(request);
    const named = { projectId, ...(versionNumber !== undefined && { versionNumber }) };
    await services.deleteProject(create(DeleteProjectRequestSchema, named), callOf(request));
    return reply.code(204).send();
  });
}

function tagged(reply: FastifyReply, { versionNumber }: Project): void {
  reply.header('etag', `"${versionNumber}"`);
  reply.header('cache-control', 'no-store');
}

const noVersion: FieldProblem = {
  path: 'If-Match',
  code: 'required',
  message: 'The header If-Match is required: the ETag of the version that the change starts from',
};

/** The version in If-Match; undefined without the header. */
function namedVersion(request: FastifyRequest): number | undefined {
  const header = request.headers['if-match'];
  if (header === undefined) return undefined;
  const [, digits] = /^\s*"([1-9]\d{0,8})"\s*$/.exec(header) ?? [];
  if (digits !== undefined) return Number(digits);
  const message = `If-Match is ${JSON.stringify(header.slice(0, 40))}; it must be one ETag of a project, such as "3"`;
  throw ServiceError.ofProblems('invalid', [{ path: 'If-Match', code: 'invalid_etag', message }]);
}
