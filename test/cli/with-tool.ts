/** Tests of document commands for tools that may be missing on this machine. */
import { execFileSync } from 'node:child_process';
import { test } from 'uvu';

/** Skips the test if the tool is absent, and says so in its name. In CI, where every tool is installed, the test fails. */
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
