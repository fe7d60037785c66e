/** Files within the answers of tools. */
import type { Content } from './tool.js';

/** A text, or bytes, at an address. A PNG is an image, which models can look at. */
export function fileContent(uri: string, mimeType: string, file: string | Uint8Array): Content {
  if (mimeType === 'image/png') return { type: 'image', data: base64(file), mimeType };
  const isText = typeof file === 'string' || /^text\/|[+/](xml|json)$/.test(mimeType);
  const held = isText ? { text: textOf(file) } : { blob: base64(file) };
  return { type: 'resource', resource: { uri, mimeType, ...held } };
}

const base64 = (file: string | Uint8Array): string => Buffer.from(file as Uint8Array).toString('base64');
const textOf = (file: string | Uint8Array): string =>
  typeof file === 'string' ? file : Buffer.from(file).toString('utf8');

/** The addresses of pictures. */
export const uris = {
  patternPicture: (patternId: string) => `selvage://patterns/${patternId}/picture.svg`,
  draft: (versionId: string, extension: string) => `selvage://drafts/${versionId}.${extension}`,
  sizes: (versionId: string, extension: string) => `selvage://drafts/${versionId}/sizes.${extension}`,
  layout: (jobId: string) => `selvage://jobs/${jobId}/layout.svg`,
  file: (extension: string) => `selvage://files/layout.${extension}`,
};
