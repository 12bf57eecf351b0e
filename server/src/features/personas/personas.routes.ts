import { Deleted, Persona, PersonaCreate, PersonaListQuery, PersonaPatch } from '@portico/shared-types';
import { routesOn } from '../../platform/http/routes-on.ts';
import type { AgentsPlatform } from '../agents/index.ts';
import {
  changePersona,
  createPersona,
  deletePersona,
  pagePersonas,
  presentPersona,
  requirePersona,
  showPersona,
} from './personas.service.ts';

const { personaRoute } = routesOn<AgentsPlatform>();

const tag = 'Personas';
const params = { id: 'persona' };

export const personaRoutes = [
  personaRoute({
    method: 'GET',
    path: '/',
    tag,
    summary: 'List personas, or find them by name',
    description: 'Lists the personas of the workspace, newest first. The query can limit them to one category.',
    scopes: ['personas:read'],
    query: PersonaListQuery,
    answer: Persona,
    list: true,
    handle: async ({ platform, caller, query }) => pagePersonas(platform, caller, query),
  }),
  personaRoute({
    method: 'POST',
    path: '/',
    tag,
    summary: 'Create a persona',
    description: 'The spelling `approve_high_riskn` of the autonomy level is read as `approve_high_risk`.',
    scopes: ['personas:write'],
    body: PersonaCreate,
    answer: Persona,
    status: 201,
    handle: async ({ platform, caller, body }) => createPersona(platform, caller.workspaceId, body),
  }),
  personaRoute({
    method: 'GET',
    path: '/:id',
    tag,
    summary: 'Get a persona',
    description: 'Returns a persona with its inputs, steps and deliverables.',
    scopes: ['personas:read'],
    params,
    answer: Persona,
    handle: async ({ platform, caller, params: { id } }) =>
      showPersona(caller, presentPersona(platform, await requirePersona(platform, caller.workspaceId, id))),
  }),
  personaRoute({
    method: 'PATCH',
    path: '/:id',
    tag,
    summary: 'Change a persona',
    description: `A JSON Merge Patch: only the given fields change, and null resets a field to its default. Tasks
that have already started continue unchanged.`,
    scopes: ['personas:write'],
    params,
    body: PersonaPatch,
    answer: Persona,
    handle: async ({ platform, caller, params: { id }, body }) => changePersona(platform, caller.workspaceId, id, body),
  }),
  personaRoute({
    method: 'DELETE',
    path: '/:id',
    tag,
    summary: 'Delete a persona',
    description: 'Refused while one of its tasks is open. Ended tasks stay readable.',
    scopes: ['personas:write'],
    params,
    answer: Deleted,
    errors: ['validation_error'],
    handle: async ({ platform, caller, params: { id } }) => deletePersona(platform, caller.workspaceId, id),
  }),
];
