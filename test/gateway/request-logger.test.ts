/** The logger of a request writes what a child of the service's logger would. */
import { PassThrough } from 'node:stream';
import { pino } from 'pino';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { RequestLogger } from '../../gateway/request-logger.js';

function logger(level: string) {
  const out = new PassThrough({ encoding: 'utf8' });
  const parent = pino({ level, timestamp: false, base: null }, out);
  return { parent, written: (): string => out.read() ?? '' };
}

const bindings = { requestId: 'mine', traceId: '4bf9' };

test('it writes the same lines as a child with the same bindings', () => {
  const { parent, written } = logger('trace');
  const own = new RequestLogger(parent, () => bindings);
  const child = parent.child(bindings);
  for (const level of ['fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const) {
    own[level]({ route: '/', err: new Error('so') }, 'with %s', 'words');
    const [line] = written()
      .replaceAll(/"stack":"[^"]*"/g, '')
      .split('\n');
    child[level]({ route: '/', err: new Error('so') }, 'with %s', 'words');
    assert.is(
      line,
      written()
        .replaceAll(/"stack":"[^"]*"/g, '')
        .split('\n')[0],
    );
    assert.match(line!, '"requestId":"mine","traceId":"4bf9","route":"/"');
  }
  own.child({ more: 1 }).info('further');
  assert.match(written(), '"traceId":"4bf9","more":1,"msg":"further"');
});

test('a level that is off writes nothing and reads no ids; a level of its own holds', () => {
  const { parent, written } = logger('error');
  let asked = 0;
  const ids = () => {
    asked++;
    return bindings;
  };
  const quiet = new RequestLogger(parent, ids);
  quiet.info('no line');
  quiet.debug({ no: 'line' });
  assert.is(asked, 0);
  quiet.error('a line');
  quiet.error('another');
  assert.is(asked, 1);
  assert.is(written().trimEnd().split('\n').length, 2);
  const chatty = new RequestLogger(parent, ids, { level: 'debug' });
  assert.is(chatty.level, 'debug');
  chatty.debug('heard');
  assert.match(written(), '"msg":"heard"');
  quiet.level = 'info';
  quiet.info('heard too');
  assert.match(written(), '"msg":"heard too"');
});

test.run();
