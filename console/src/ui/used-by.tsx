import { Link } from 'wouter';
import { ApiError } from '../api/api-error.ts';
import { useTexts } from '../text/use-texts.ts';
import { uiTexts } from './texts.ts';

interface User {
  /** Null if the description has an unknown form; then the name is the whole description. */
  readonly id: string | null;
  readonly name: string;
}

const screens: Readonly<Record<string, string>> = {
  agt: '/agents/',
  chi: '/chat/',
  fmi: '/forms/',
  wf: '/workflows/',
  per: '/personas/',
  ins: '/personas/tasks/',
  trg: '/settings/triggers?trigger=',
};

/** What uses an item, from the refusal to delete it: descriptions like `agent "Guide" (agt_…)`. Undefined for others. */
export function findUsers(error: unknown): User[] | undefined {
  const users: unknown = error instanceof ApiError ? error.details['users'] : undefined;
  if (!Array.isArray(users) || users.length === 0) return undefined;
  return users.map((user) => {
    const [, name, id] = /^[a-z ]+ "(.*)" \((\w+)\)$/s.exec(String(user)) ?? [];
    return name === undefined || id === undefined ? { id: null, name: String(user) } : { id, name };
  });
}

/** Why an item can't be deleted: the names of what uses it, each with a link. */
export function UsedBy({ users }: { users: readonly User[] }) {
  const say = useTexts(uiTexts);
  return (
    <div role="alert" class="stack-tight">
      <p class="fault">{say('stillUsed')}</p>
      <ul>
        {users.map(({ id, name }) => {
          const screen = id === null ? undefined : screens[id.split('_', 1)[0] ?? ''];
          return (
            <li key={id ?? name}>
              {screen === undefined ? (
                <bdi>{name}</bdi>
              ) : (
                <Link href={`${screen}${id}`}>
                  <bdi>{name}</bdi>
                </Link>
              )}
            </li>
          );
        })}
      </ul>
    </div>
  );
}
