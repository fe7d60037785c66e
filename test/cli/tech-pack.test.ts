/** `selvage pattern techpack`: a document with the fabric need of each size, and its progress. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { selvage, temporaryFolder } from './run-selvage.js';

const folder = temporaryFolder();
const skirt = ['pattern', 'techpack', 'A-line skirt', 'skirtLength=62', '--table', 'EN 13402-3 women', '--from', '38'];

test('a tech pack is made without a server, and tells each length as it is found', async () => {
  const nests = ['--to', '40', '--seconds', '0.3', '--width', '1400', '--distance', '5', '--json'];
  const { code, stdout, stderr } = await selvage([...skirt, ...nests, '-o', 'skirt.html'], { cwd: folder });
  assert.is(code, 0, stderr);
  const answer = JSON.parse(stdout) as { format: string; base: string; needs: { size: string; length: number }[] };
  assert.equal([answer.format, answer.base], ['html', '40']);
  assert.equal([...new Set(answer.needs.map(({ size }) => size))], ['38', '40']);
  const told = [...stderr.matchAll(/^(\d) of (\d) {2}size (38|40): (\d\.\d\d) m of \w+$/gm)];
  assert.equal(
    told.map(([, done]) => Number(done)),
    answer.needs.map((_, i) => i + 1),
  );
  for (const [i, [, , , size, length]] of told.entries()) {
    assert.is(size, answer.needs[i]!.size);
    assert.is(length, (answer.needs[i]!.length / 1000).toFixed(2));
  }
  const html = readFileSync(join(folder, 'skirt.html'), 'utf8');
  assert.match(html, /EN 13402-3 women[\s\S]*Fabric need[\s\S]*140 cm wide, parts 5 mm apart/);
  const longer = await selvage([...skirt, '--to', '38', '--seconds', '0', '--base', '38', '-o', 'skirt.pdf'], {
    cwd: folder,
  });
  assert.is(longer.code, 0, longer.stderr);
  assert.match(readFileSync(join(folder, 'skirt.pdf'), 'latin1'), /^%PDF-/);
});

test('a tech pack is refused in a sentence: no file, another format, no sizes, settings of a nest without one', async () => {
  const refused = async (...args: string[]): Promise<string> => {
    const { code, stderr } = await selvage(args, { cwd: folder });
    assert.is(code, 2, stderr);
    return stderr;
  };
  assert.match(await refused(...skirt), /--output/);
  assert.match(await refused(...skirt, '-o', 'skirt.docx'), 'must end in .html, .pdf');
  assert.match(await refused('pattern', 'techpack', 'A-line skirt', '-o', 'a.pdf'), '--table and --sizes');
  assert.match(await refused(...skirt, '--seconds', 'x', '-o', 'a.pdf'), '--seconds');
  const idle = await refused(...skirt, '--seconds', '0', '--width', '1400', '-o', 'a.pdf');
  assert.match(idle, 'fabricWidth goes with seconds above 0');
});

test.run();
