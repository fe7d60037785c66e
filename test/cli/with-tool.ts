/** Tests of what a document says of a tool that may not be on this machine. */
import { execFileSync } from 'node:child_process';
import { test } from 'uvu';

/** Where the tool is absent the test is skipped, and its name says so; in CI, whose steps install every tool, it fails. */
export function testWith(tool: string, name: string, body: () => void | Promise<void>): void {
  if (isInstalled(tool)) test(name, body);
  else if (process.env.CI) test(name, () => Promise.reject(new Error(`${tool} is not installed`)));
  else test.skip(`${name} (skipped: ${tool} is not installed)`, body);
}

function isInstalled(tool: string): boolean {
  try {
    execFileSync('bash', ['-c', `command -v ${tool}`], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
