import { z } from 'zod';

/**
 * The name by which programs call an agent or a workflow: a model of the OpenAI-compatible API, a tool of the MCP
 * server.
 */
export const ResourceSlug = z.string().regex(/^[a-z0-9_-]{1,64}$/, 'must have 1 to 64 of a-z 0-9 _ -');
