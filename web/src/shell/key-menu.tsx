/** The key and the account behind it, under a button of the top bar. It opens by itself if the key is missing or refused. */
import { useSignal, useSignalEffect } from '@preact/signals';
import { useId, useRef } from 'preact/hooks';
import { key, keyProblem } from '../service/key.js';
import { lazy } from './lazy.js';
import { openMenu, toggleMenu, useDismissal } from './popover.js';

const AccountArea = lazy(async () => (await import('../account/account-area.js')).AccountArea);

export function KeyMenu() {
  const open = openMenu.value === 'key';
  const shown = useSignal(false);
  const menu = useRef<HTMLDivElement>(null);
  const id = useId();
  // without a good key nothing else works, so this menu comes before the other
  useSignalEffect(() => {
    if (keyProblem.value || key.peek() === '') openMenu.value = 'key';
  });
  useDismissal(menu, () => {
    if (key.value && openMenu.value === 'key') openMenu.value = null;
  });
  const state = keyProblem.value ? 'Key refused' : key.value ? 'Key' : 'No key';
  return (
    <div class="key-menu" ref={menu}>
      <button
        type="button"
        class={`key-button ${keyProblem.value || !key.value ? 'missing' : 'there'}`}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => toggleMenu('key')}
      >
        {state}
      </button>
      {open && (
        <fieldset class="popover" id={id} aria-label="Key and account">
          <label for={`${id}-key`}>API key</label>
          <div class="with-button">
            <input
              id={`${id}-key`}
              {...(shown.value ? { type: 'text' as const } : { type: 'password' as const })}
              value={key.value}
              autocomplete="off"
              spellcheck={false}
              aria-invalid={keyProblem.value !== ''}
              aria-describedby={`${id}-help`}
              onInput={(event) => {
                keyProblem.value = '';
                key.value = event.currentTarget.value.trim();
              }}
            />
            <button
              type="button"
              aria-pressed={shown.value}
              onClick={() => {
                shown.value = !shown.value;
              }}
            >
              Show
            </button>
          </div>
          {keyProblem.value && <p class="problem">{keyProblem.value}</p>}
          <p class="help" id={`${id}-help`}>
            Stays in this tab until you close it. <code>selvage serve</code> prints a link that includes a key;{' '}
            <code>selvage key create</code> makes a first one.
          </p>
          {key.value && !keyProblem.value && <AccountArea />}
          <p class="help">
            <a href="/reference">API reference</a> · <a href="/openapi.json">OpenAPI</a>
          </p>
        </fieldset>
      )}
    </div>
  );
}
