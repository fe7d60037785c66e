/** State that survives a reload of the page: sections of the open project. */
export { keep, recall } from '../project/project.js';
