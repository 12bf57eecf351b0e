import { findAgentsWithKnowledge, findAgentsWithWorkflow, registerAgentUsers } from '../features/agents/index.ts';
import { registerKnowledgeBaseUsers } from '../features/knowledge-bases/index.ts';
import { findPersonasNaming, findPersonasWithAgent } from '../features/personas/index.ts';
import { findWorkflowsNaming, registerWorkflowUsers } from '../features/workflows/index.ts';

/*
 * Who uses what, where the two features can't import each other: what is used can't be deleted
 * (docs/reference/addresses.md#creating-changing-deleting).
 */

registerKnowledgeBaseUsers(findAgentsWithKnowledge);
registerKnowledgeBaseUsers(findWorkflowsNaming('knowledge_base_id'));
registerKnowledgeBaseUsers(findPersonasNaming('knowledge_base_id'));
registerWorkflowUsers(findAgentsWithWorkflow);
registerWorkflowUsers(findWorkflowsNaming('workflow_id'));
registerWorkflowUsers(findPersonasNaming('workflow_id'));
registerAgentUsers(findWorkflowsNaming('agent_id'));
registerAgentUsers(findPersonasWithAgent);
