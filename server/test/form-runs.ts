import { call, type Endpoint, eventually } from './client.ts';
import type { workflowRuns } from './workflow-runs.ts';

/** Functions for tests of forms over HTTP: create one that runs a workflow, upload to it, submit it, wait for its end. */
export function formRuns(current: () => Endpoint, workflows: ReturnType<typeof workflowRuns>) {
  async function create(definition: object): Promise<{ id: string; base: string; owned: string }> {
    const workflowId = await workflows.save(definition);
    const accepts = { allow_file_upload: true, allow_url_input: true };
    const body = { title: 'Ask us', target_type: 'workflow', workflow_id: workflowId, ...accepts };
    const { data } = (await call(current(), 'POST', '/api/v1/form-interfaces', { body })).body;
    return {
      id: data.id,
      /** The form as visitors use it, and its submissions as its owner reads them. */
      base: `/api/public/form-interfaces/${data.slug}`,
      owned: `/api/v1/form-interfaces/${data.id}/submissions`,
    };
  }

  async function upload(base: string) {
    const form = new FormData();
    form.append('file', new Blob(['Remember the milk.']), 'notes.txt');
    return call(current(), 'POST', `${base}/upload`, { key: null, form });
  }

  const submit = async (base: string, body: object): Promise<string> =>
    (await call(current(), 'POST', `${base}/submissions`, { key: null, body })).body.data.id;

  const read = async (base: string, id: string) =>
    (await call(current(), 'GET', `${base}/submissions/${id}`, { key: null })).body.data;

  /** The id of the execution that runs for a submission, once there is one. */
  async function executionOf(base: string, id: string): Promise<string> {
    return eventually(async () => ((await read(base, id)).executionId as string | null) ?? undefined);
  }

  /** Submits a form; returns the submission once it has ended. */
  async function run(base: string, body: object) {
    const id = await submit(base, body);
    return eventually(async () => {
      const seen = await read(base, id);
      return ['completed', 'failed'].includes(seen.executionStatus) ? seen : undefined;
    });
  }

  return { create, upload, submit, executionOf, run };
}
