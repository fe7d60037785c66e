import './style/base.css';
import './style/shell.css';
import './style/menus.css';
import './style/controls.css';
import './style/body.css';
import './style/pattern.css';
import './style/marker.css';
import './style/large-type.css';
import './style/print.css';
import { render } from 'preact';
import { takeUpAgain } from './marker/markers.js';
import { startAutoSave } from './project/auto-save.js';
import { openWanted, takeProjectFromAddress } from './project/link.js';
import { takeKeyFromAddress } from './service/key.js';
import { App } from './shell/app.js';
import { keepFocus } from './shell/keep-focus.js';
import { followAddress } from './shell/step.js';

takeProjectFromAddress();
takeKeyFromAddress();
followAddress();
addEventListener('hashchange', () => {
  takeProjectFromAddress();
  takeKeyFromAddress();
  followAddress();
});

takeUpAgain();
startAutoSave();
openWanted();

const root = document.querySelector('#app')!;
root.replaceChildren();
keepFocus(root);
render(<App />, root);
