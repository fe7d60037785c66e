import { test } from 'uvu';
import { queueFollowsModel } from './queue-model.js';

test('the queue agrees with its model after 60 random sequences of commands', () => queueFollowsModel(60));

test.run();
