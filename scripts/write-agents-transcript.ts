/**
 * Writes the transcript of docs/agents.md: an agent that makes a skirt for a person, over `selvage mcp`.
 *
 *     node dist/scripts/write-agents-transcript.js
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';

const page = 'docs/agents.md';
const lines: string[] = [];
const longest = 320;

const agent = new Client({ name: 'transcript', version: '1' });
await agent.connect(new StdioClientTransport({ command: process.execPath, args: ['dist/src/cli/main.js', 'mcp'] }));

/** Calls a tool, and notes the call, its progress and its answer in short. */
async function call(name: string, input: object): Promise<Record<string, never>> {
  lines.push(`> ${name} ${JSON.stringify(input)}`);
  const notes: string[] = [];
  const onprogress = ({ progress, message = '' }: { progress: number; message?: string }) =>
    notes.push(`  progress ${progress}: ${message}`);
  const answer = await agent.callTool({ name, arguments: { ...input } }, undefined, { onprogress });
  // a long search would fill the page
  lines.push(...(notes.length > 6 ? [...notes.slice(0, 3), '  ...', ...notes.slice(-2)] : notes));
  for (const block of answer.content as readonly Block[]) lines.push(`  ${shortBlock(block)}`);
  lines.push('');
  return answer.structuredContent as Record<string, never>;
}

interface Block {
  readonly type: string;
  readonly text?: string;
  readonly uri?: string;
  readonly resource?: {
    readonly uri: string;
    readonly mimeType: string;
    readonly text?: string;
    readonly blob?: string;
  };
}

function shortBlock({ type, text, uri, resource }: Block): string {
  if (text !== undefined)
    return text.length > longest ? `${text.slice(0, longest)} ... (${text.length} characters)` : text;
  if (resource === undefined) return `${type} ${uri}`;
  const size = resource.text?.length ?? Buffer.from(resource.blob ?? '', 'base64').length;
  return `resource ${resource.uri} ${resource.mimeType}, ${size} bytes`;
}

const person = { gender: 'female', unit: 'metric', height: 168, weight: 62 };
await call('describe_tool', { name: 'draft_pattern' });
await call('infer_measurements', { ...person, height: 'tall' });
await call('infer_measurements', person);
const { patterns } = (await call('list_patterns', { pageSize: 3 })) as unknown as {
  patterns: { patternId: string; name: string }[];
};
const { patternId } = patterns[0]!;
await call('draft_pattern', { patternId, body: person });
const cloth = [
  [0, 0],
  [3000, 0],
  [3000, 1400],
  [0, 1400],
];
await call('nest_patterns', {
  patterns: [{ patternId, body: person }],
  bins: [{ boundary: { points: cloth } }],
  gravityDirection: 'left',
  minDistance: 3,
  maximumExecutionTime: 5,
});
await agent.close();

const [head, rest] = readFileSync(page, 'utf8').split('<!-- transcript -->\n');
const after = rest!.slice(rest!.indexOf('<!-- end -->'));
const text = lines.join('\n').trimEnd();
writeFileSync(page, `${head}<!-- transcript -->\n\n\`\`\`text\n${text}\n\`\`\`\n\n${after}`);
