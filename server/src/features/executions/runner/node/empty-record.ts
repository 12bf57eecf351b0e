import type { NodeRunStatus } from '@portico/shared-types';
import type { RunRecord } from '../state/records.ts';

/** The record of an attempt about which nothing is known yet. */
export function emptyRecord(path: string, nodeType: string, status: NodeRunStatus, attempt = 1): RunRecord {
  return {
    path,
    attempt,
    node_type: nodeType,
    status,
    inputs: null,
    outputs: null,
    branch: null,
    error: null,
    handled: false,
    wait_until: null,
    called_version: null,
    started_at: null,
    completed_at: null,
    duration_ms: null,
  };
}
