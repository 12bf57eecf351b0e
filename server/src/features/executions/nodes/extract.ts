import { ExtractConfig } from '@portico/shared-types';
import { NodeError } from '../engine/node-error.ts';
import type { NodeKind } from './node-context.ts';
import { onlyTemplates } from './saved-config.ts';

/** Reads the text of a file or of a web page. If both are given, the file wins. */
export const extract: NodeKind<'extract', ExtractConfig> = {
  type: 'extract',
  saved: {
    ...onlyTemplates,
    // Both may be given, as templates: a form leaves one of them empty, and which one shows only when it runs.
    faults: ({ config: { file_id: file, url } }, path) =>
      file === undefined && url === undefined ? [{ path, message: 'needs one of file_id, url' }] : [],
  },
  config: ExtractConfig,
  remote: true,
  async run(context, config) {
    const source = sourceOf(config);
    const request = { workspaceId: context.execution.workspaceId, mode: config.mode ?? 'text', ...source };
    return { outputs: { ...(await context.ports.extractText(request, context.signal)) } };
  },
};

function sourceOf(config: ExtractConfig): { fileId: string } | { url: string } {
  if (config.file_id) return { fileId: config.file_id };
  if (config.url) return { url: config.url };
  throw new NodeError('node_execution_failed', 'Neither file_id nor url has a value.', { retryable: false });
}
