import { test } from 'uvu';
import { queueFollowsModel } from './queue-model.js';

test('the queue is in the state that its model says, after 60 random sequences of commands', () =>
  queueFollowsModel(60));

test.run();
