import { z } from 'zod';

/**
 * The name by which programs call an agent or a workflow: a model of the OpenAI-compatible API, a tool of the MCP
 * server.
 */
export const ResourceSlug = z.string().regex(/^[a-z0-9_-]{1,64}$/, 'must have 1 to 64 of a-z 0-9 _ -');

/**
 * A slug as a body sets it. One that looks like an id is refused: an agent is found by its id or slug, so that of another
 * agent would never find the agent that has it as its slug.
 */
export const NewResourceSlug = ResourceSlug.refine(
  (slug) => !/^(agt|wf)_[0-9a-z]{26}$/.test(slug),
  'must not look like an id',
);
