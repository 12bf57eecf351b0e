import { z } from 'zod';
import { Timestamp } from '../envelope.ts';
import { Agent } from './agents.ts';
import { ActorReference } from './people.ts';
import { Workflow } from './workflows.ts';

const version = { version: z.int(), created_at: Timestamp, actor: ActorReference };

/** A saved version of an agent; versions count from 1. */
export const AgentVersion = z.object({ ...version, agent: Agent });
export type AgentVersion = z.infer<typeof AgentVersion>;

/** A version of a workflow: its saved definition and input schema, with the current values of its other fields. */
export const WorkflowVersion = z.object({ ...version, workflow: Workflow });
export type WorkflowVersion = z.infer<typeof WorkflowVersion>;
