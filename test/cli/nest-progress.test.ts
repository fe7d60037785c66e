import { Writable } from 'node:stream';
import { create, type MessageInitShape } from '@bufbuild/protobuf';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { NestEventSchema, NestStatus } from '../../gen/selvage/nest/v1/nest_pb.js';
import { nestProgress } from '../../src/cli/nest-progress.js';

/** The output of a view for these events, on a terminal or elsewhere. */
function written(isTTY: boolean, events: readonly MessageInitShape<typeof NestEventSchema>['event'][]): string {
  let text = '';
  const stream = new Writable({
    write(chunk, _encoding, done) {
      text += String(chunk);
      done();
    },
  });
  const terminal = Object.assign(stream, {
    isTTY,
    columns: 120,
    cursorTo: () => true,
    moveCursor: () => true,
    clearLine: () => true,
  });
  const view = nestProgress(20, terminal as unknown as NodeJS.WriteStream);
  for (const event of events) view.show(create(NestEventSchema, { event }));
  view.end();
  return text;
}

const queued = { case: 'progress' as const, value: { status: NestStatus.QUEUED, queuedPosition: 3 } };
const running = (elapsedSeconds: number) => ({
  case: 'progress' as const,
  value: { status: NestStatus.RUNNING, generation: 7, elapsedSeconds },
});
const solution = {
  case: 'solution' as const,
  value: { utilisation: 0.8125, usage: { length: 7012.4, width: 1500, area: 1 }, elapsedSeconds: 5, generation: 4 },
};

test('without a terminal, a line for each layout and change of state, and none repeats', () => {
  const lines = written(false, [queued, queued, running(0.5), running(1), running(2), solution])
    .trim()
    .split('\n');
  assert.is(lines.length, 3);
  assert.match(lines[0]!, /queued, position 3/);
  assert.match(lines[1]!, /running/);
  assert.match(lines[2]!, /utilisation 81\.25 %\s+length 7012/);
});

test('a line every few seconds shows that a search without a better layout goes on', () => {
  const lines = written(false, [solution, running(6), running(8), running(11), running(12)])
    .trim()
    .split('\n');
  assert.is(lines.length, 3);
});

test('on a terminal, a bar with utilisation, length and the time left', () => {
  const text = written(true, [running(1), solution]);
  assert.match(text, /15 s left/);
  assert.match(text, /utilisation 81\.25 %/);
  assert.match(text, /length 7012/);
});

test.run();
