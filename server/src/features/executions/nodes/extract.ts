import { ExtractConfig } from '@portico/shared-types';
import { NodeError } from '../engine/node-error.ts';
import type { NodeKind } from './node-context.ts';

/** Reads the text of a file or of a web page. If both are given, the file wins. */
export const extract: NodeKind<ExtractConfig> = {
  type: 'extract',
  config: ExtractConfig,
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
