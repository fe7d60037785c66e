import './style/base.css';
import './style/shell.css';
import './style/menus.css';
import './style/controls.css';
import './style/body.css';
import './style/pattern.css';
import './style/marker.css';
import { render } from 'preact';
import { takeUpAgain } from './marker/run.js';
import { takeKeyFromAddress } from './service/key.js';
import { App } from './shell/app.js';
import { followAddress } from './shell/step.js';

takeKeyFromAddress();
followAddress();
addEventListener('hashchange', () => {
  takeKeyFromAddress();
  followAddress();
});

void takeUpAgain();

const root = document.querySelector('#app')!;
root.replaceChildren();
render(<App />, root);
