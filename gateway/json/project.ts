/** The JSON of projects. */
import {
  CreateProjectRequestSchema,
  CreateProjectResponseSchema,
  GetProjectResponseSchema,
  ListProjectsRequestSchema,
  ListProjectsResponseSchema,
  ProjectSchema,
  UpdateProjectRequestSchema,
  UpdateProjectResponseSchema,
} from '../../gen/selvage/project/v1/project_pb.js';
import { flag, inPath, integer, list, message, required, text, time } from './codec.js';

const project = message(ProjectSchema, {
  projectId: text,
  name: text,
  versionNumber: integer,
  documentBytes: integer,
  holdsPeople: flag,
  createTime: required(time),
  updateTime: required(time),
});

/** The query of a listing. */
export const listProjectsQuery = message(ListProjectsRequestSchema, { pageSize: integer, pageToken: text });
export const listProjectsResponse = message(ListProjectsResponseSchema, {
  projects: list(project),
  nextPageToken: text,
});

export const createProjectRequest = message(CreateProjectRequestSchema, { document: required(text), keepPeople: flag });
export const createProjectResponse = message(CreateProjectResponseSchema, { project: required(project) });

export const getProjectResponse = message(GetProjectResponseSchema, { project: required(project), document: text });

/** The version that the change starts from stands in a header. */
export const updateProjectRequest = message(UpdateProjectRequestSchema, {
  projectId: inPath,
  versionNumber: inPath,
  name: text,
  document: text,
  keepPeople: flag,
});
export const updateProjectResponse = message(UpdateProjectResponseSchema, { project: required(project) });
