/** ProjectService: the caller's projects. */
import type { MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromMs } from '@bufbuild/protobuf/wkt';
import {
  CreateProjectRequestSchema,
  DeleteProjectRequestSchema,
  ListProjectsRequestSchema,
  type ProjectSchema,
  UpdateProjectRequestSchema,
} from '../../../gen/selvage/project/v1/project_pb.js';
import type { FieldProblem } from '../../errors.js';
import type { Projects } from '../../projects/projects.js';
import type { StoredProject } from '../../projects/repository.js';
import { pageOf, readPageToken, tokenProblems } from '../page-token.js';
import type { ProjectOperations } from '../services.js';
import { requireAll, requireValid, violatedRules } from '../validate.js';

const defaultPageSize = 50;

const noVersion: FieldProblem = {
  path: 'versionNumber',
  code: 'required',
  message: 'versionNumber is required: the version that the change starts from',
};

export function projectOperations(projects: Projects): ProjectOperations {
  return {
    async listProjects(request, { caller }) {
      requireValid(ListProjectsRequestSchema, request, { further: tokenProblems(request.pageToken) });
      const limit = request.pageSize || defaultPageSize;
      const found = await projects.list(caller, readPageToken(request.pageToken), limit + 1);
      const { entries, nextPageToken } = pageOf(found, limit);
      return { projects: entries.map(projectMessage), nextPageToken };
    },

    async createProject(request, call) {
      requireAll(call, violatedRules(CreateProjectRequestSchema, request), []);
      return { project: projectMessage(await projects.create(request.document, request.keepPeople, call.caller)) };
    },

    async getProject({ projectId }, { caller }) {
      const { project, document } = await projects.read(projectId, caller);
      return { project: projectMessage(project), document };
    },

    async updateProject(request, call) {
      const { projectId, versionNumber, name, document, keepPeople } = request;
      const missing = versionNumber === undefined ? [noVersion] : [];
      requireAll(call, violatedRules(UpdateProjectRequestSchema, request), missing);
      const edit = name === '' ? { document, keepPeople } : { name };
      return { project: projectMessage(await projects.update(projectId, versionNumber!, edit, call.caller)) };
    },

    async deleteProject(request, { caller }) {
      requireValid(DeleteProjectRequestSchema, request);
      await projects.delete(request.projectId, request.versionNumber, caller);
      return {};
    },
  };
}

function projectMessage(project: StoredProject): MessageInitShape<typeof ProjectSchema> {
  const { id, name, versionNumber, bytes, holdsPeople, createdAt, updatedAt } = project;
  return {
    projectId: id,
    name,
    versionNumber,
    documentBytes: bytes,
    holdsPeople,
    createTime: timestampFromMs(createdAt),
    updateTime: timestampFromMs(updatedAt),
  };
}
