/** The account area of the key menu: who calls, what is used of the plan, and one's own keys. */
import { timestampDate } from '@bufbuild/protobuf/wkt';
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { type Allowance, KeyScope, type OwnKey } from '../../../gen/selvage/account/v1/account_pb.js';
import { key, organization } from '../service/key.js';
import { latest } from '../service/latest.js';
import '../style/account.css';
import { Problems } from '../shell/problems.js';
import { account, keys, makeKey, readAccount, revoke, rotate, secret, trouble } from './account.js';

const scopes: readonly (readonly [KeyScope, string])[] = [
  [KeyScope.READ, 'read'],
  [KeyScope.BODY, 'body'],
  [KeyScope.PATTERNS, 'patterns'],
  [KeyScope.NEST, 'nest'],
  [KeyScope.ADMIN, 'admin'],
];

/** A key is known only when its last letter is typed. */
const readSoon = latest(150, (_account: string) => readAccount());

export function AccountArea() {
  useEffect(() => {
    readSoon('');
    return () => {
      readSoon.cancel();
      secret.value = '';
    };
  }, [key.value, organization.value]);
  const own = account.value;
  const organizations = own?.organizations ?? [];
  const chosen = organization.value;
  const isForeign = !['', 'personal', ...organizations.map(({ organizationId }) => organizationId)].includes(chosen);
  return (
    <div class="account">
      {own && (
        <p>
          <strong>{own.name}</strong> · {own.plan} plan
          {own.admin && ' · administrator'}
        </p>
      )}
      {own?.usage ? (
        <dl class="usage">
          <Share name="Requests this minute" allowance={own.usage.requests} />
          <Share name="Open nests" allowance={own.usage.openJobs} />
          <Share name="Solver seconds this month" allowance={own.usage.solverSeconds} />
        </dl>
      ) : (
        own && <p class="help">No plan limits this account.</p>
      )}
      {(chosen !== '' || organizations.length > 0) && (
        <label>
          Organisation
          <select
            value={chosen}
            onChange={(event) => {
              organization.value = event.currentTarget.value;
            }}
          >
            <option value="">your account's default</option>
            <option value="personal">none (personal)</option>
            {organizations.map(({ organizationId, name }) => (
              <option key={organizationId} value={organizationId}>
                {name}
              </option>
            ))}
            {isForeign && <option value={chosen}>{chosen}</option>}
          </select>
        </label>
      )}
      {trouble.value && <Problems trouble={trouble.value} />}
      {secret.value && <NewSecret />}
      {keys.value.length > 0 && (
        <ul class="own-keys" aria-label="Your keys">
          {keys.value.filter(works).map((each) => (
            <KeyRow key={each.keyId} own={each} current={each.keyId === own?.key?.keyId} />
          ))}
        </ul>
      )}
      {own && <KeyForm />}
    </div>
  );
}

const works = ({ revokeTime, expireTime }: OwnKey): boolean =>
  revokeTime === undefined && (expireTime === undefined || timestampDate(expireTime) > new Date());

function Share({ name, allowance }: { name: string; allowance: Allowance | undefined }) {
  if (!allowance) return null;
  const { used, limit } = allowance;
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <meter aria-label={name} min={0} max={limit} value={used} /> {Math.round(used).toLocaleString('en')} of{' '}
        {limit.toLocaleString('en')}
      </dd>
    </div>
  );
}

function NewSecret() {
  const copied = useSignal(false);
  return (
    <div class="new-secret" role="status">
      <label>
        Your new key, shown only now
        <input readonly value={secret.value} onFocus={(event) => event.currentTarget.select()} />
      </label>
      <button
        type="button"
        onClick={async () => {
          await navigator.clipboard.writeText(secret.value);
          copied.value = true;
        }}
      >
        {copied.value ? 'Copied' : 'Copy'}
      </button>
    </div>
  );
}

function KeyRow({ own, current }: { own: OwnKey; current: boolean }) {
  const sure = useSignal(false);
  const used = own.lastUseTime ? timestampDate(own.lastUseTime).toLocaleDateString() : 'never';
  const granted = scopes.filter(([scope]) => own.scopes.includes(scope)).map(([, name]) => name);
  const name = own.name || own.keyId;
  return (
    <li>
      <span>
        <strong>{name}</strong> <code>{own.keyId}</code>
        {current && <span class="muted"> this page's</span>}
        <br />
        <span class="muted">
          {granted.join(', ') || 'all scopes'} · last used {used}
          {own.expireTime && ` · ends ${timestampDate(own.expireTime).toLocaleDateString()}`}
        </span>
      </span>
      <span class="row-actions">
        <button type="button" class="quiet" aria-label={`Rotate ${name}`} onClick={() => void rotate(own.keyId)}>
          Rotate
        </button>
        <button
          type="button"
          class="quiet"
          aria-label={`${sure.value ? 'Really revoke' : 'Revoke'} ${name}`}
          onBlur={() => {
            sure.value = false;
          }}
          onClick={() => {
            if (sure.value) void revoke(own.keyId);
            else sure.value = true;
          }}
        >
          {sure.value ? 'Really?' : 'Revoke'}
        </button>
      </span>
    </li>
  );
}

function KeyForm() {
  const name = useSignal('');
  const chosen = useSignal<readonly KeyScope[]>([]);
  return (
    <form
      class="key-form"
      onSubmit={async (event) => {
        event.preventDefault();
        if (await makeKey({ name: name.value.trim(), scopes: [...chosen.value] })) name.value = '';
      }}
    >
      <label>
        Name of a new key
        <input
          value={name.value}
          maxLength={100}
          placeholder="cutting room"
          onInput={(event) => {
            name.value = event.currentTarget.value;
          }}
        />
      </label>
      <fieldset class="scopes">
        <legend>
          It may use <span class="muted">nothing chosen: as much as this page's key</span>
        </legend>
        {scopes.map(([scope, label]) => (
          <label key={scope} class="check">
            <input
              type="checkbox"
              checked={chosen.value.includes(scope)}
              onChange={(event) => {
                const others = chosen.value.filter((each) => each !== scope);
                chosen.value = event.currentTarget.checked ? [...others, scope] : others;
              }}
            />
            {label}
          </label>
        ))}
      </fieldset>
      <button type="submit">Make a key</button>
    </form>
  );
}
