import type { Feature } from '../../platform/feature.ts';
import { bindRoutes } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ApiKeys } from '../api-keys/index.ts';
import { openPeople, type People, type PeoplePlatform } from './people-platform.ts';
import { peopleRoutes } from './people.routes.ts';
import { sweepSignIn } from './sweep.ts';

export function createPeople(platform: Platform, { apiKeys }: { readonly apiKeys: ApiKeys }): Feature & People {
  const people = openPeople(platform);
  const extended: PeoplePlatform = { ...platform, apiKeys, people };
  return {
    name: 'people',
    ...people,
    routes: bindRoutes(extended, peopleRoutes),
    sweeps: [{ name: 'people.sign-in', everyMs: 600_000, run: async () => sweepSignIn(platform) }],
  };
}
