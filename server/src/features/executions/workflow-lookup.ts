import type { Sql } from '../../platform/database.ts';
import { invalid, notFound } from '../../platform/errors.ts';
import { findStartableWorkflow, type StartableWorkflow } from './workflow-lookup.sql.ts';

const maxKnown = 500;

/** Cached states of workflows. */
export class KnownWorkflows {
  readonly #sql: Sql;
  readonly #known = new Map<string, StartableWorkflow>();

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  /** The cached state of a workflow of any workspace. */
  recall(id: string): StartableWorkflow | undefined {
    return this.#known.get(id);
  }

  /** The current state of a workflow. Throws 404, and 400 if it is inactive. */
  async get(workspaceId: string, id: string): Promise<StartableWorkflow> {
    const workflow = await findStartableWorkflow(this.#sql, workspaceId, id);
    if (!workflow) throw notFound('workflow', id);
    if (workflow.status !== 'active') {
      // The id of the request: the workflow's, or that of a trigger or an execution that leads to it.
      throw invalid({
        path: 'params.id',
        message: 'the workflow is inactive; activate it first',
        code: 'not_in_this_state',
      });
    }
    if (this.#known.size >= maxKnown) this.#known.delete(this.#known.keys().next().value ?? '');
    this.#known.set(id, workflow);
    return workflow;
  }
}
