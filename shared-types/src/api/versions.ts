import { z } from 'zod';
import { Timestamp } from '../envelope.ts';
import { Agent } from './agents.ts';
import { ActorReference } from './people.ts';
import { Workflow } from './workflows.ts';

const version = { version: z.int(), created_at: Timestamp, actor: ActorReference };

/** An agent as it was saved; versions count from 1. */
export const AgentVersion = z.object({ ...version, agent: Agent });
export type AgentVersion = z.infer<typeof AgentVersion>;

/** What a workflow's executions ran by: its definition and input schema as they were saved, beside its other fields of now. */
export const WorkflowVersion = z.object({ ...version, workflow: Workflow });
export type WorkflowVersion = z.infer<typeof WorkflowVersion>;
