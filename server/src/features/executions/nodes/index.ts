import type { NodeType } from '@portico/shared-types';
import { agent } from './agent.ts';
import { approval } from './approval.ts';
import { code } from './code.ts';
import { condition } from './condition.ts';
import { delay } from './delay.ts';
import { extract } from './extract.ts';
import { fail } from './fail.ts';
import { httpRequest } from './http-request.ts';
import { knowledgeQuery } from './knowledge-query.ts';
import { llm } from './llm.ts';
import { loop } from './loop.ts';
import { bindConfig, type BoundKind } from './bind-config.ts';
import { switchNode } from './switch.ts';
import { template } from './template.ts';
import { transform } from './transform.ts';
import { workflow } from './workflow.ts';

/** Every node type (docs/reference/workflows.md#node-types). */
export const nodeKinds: Readonly<Record<NodeType, BoundKind>> = {
  llm: bindConfig(llm),
  agent: bindConfig(agent),
  knowledge_query: bindConfig(knowledgeQuery),
  http_request: bindConfig(httpRequest),
  extract: bindConfig(extract),
  condition: bindConfig(condition),
  switch: bindConfig(switchNode),
  template: bindConfig(template),
  transform: bindConfig(transform),
  code: bindConfig(code),
  loop: bindConfig(loop),
  delay: bindConfig(delay),
  approval: bindConfig(approval),
  workflow: bindConfig(workflow),
  fail: bindConfig(fail),
};
