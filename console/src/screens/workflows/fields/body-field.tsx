import { CornerDownRight } from 'lucide-react';
import { useTexts } from '../../../text/use-texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Field, Select, type Remark } from '../../../ui/field.tsx';
import { useEditor } from '../editor/editor-context.ts';
import { emptyDraft, type DraftNode } from '../graph/draft.ts';
import { fieldTexts } from '../nodes/field-texts.ts';
import { countBody } from '../nodes/node-kinds.ts';
import { ResourceField } from './picked-field.tsx';
import type { ValueFieldProps } from './value-field.tsx';

interface BodyFieldProps extends ValueFieldProps {
  node: DraftNode;
  workflowError: Remark | undefined;
  onConfig: (config: DraftNode['config']) => void;
}

/** What a loop runs for each item: nodes that are edited on a canvas of their own, or another workflow. */
export function BodyField({ node, onConfig, workflowError, ...props }: BodyFieldProps) {
  const { field, name, error } = props;
  const say = useTexts(fieldTexts);
  const { path, enter } = useEditor();
  const { body, workflow_id: workflowId, ...rest } = node.config;
  const isWorkflow = body === undefined && workflowId !== undefined;
  return (
    <>
      <Field label={say(field.label)} error={error}>
        {(links) => (
          <Select
            {...links}
            name={name}
            value={isWorkflow ? 'workflow' : 'body'}
            options={[
              { value: 'body', label: say('bodyNodes') },
              { value: 'workflow', label: say('bodyWorkflow') },
            ]}
            onValue={(chosen) =>
              onConfig(chosen === 'body' ? { ...rest, body: emptyDraft } : { ...rest, workflow_id: '' })
            }
          />
        )}
      </Field>
      {isWorkflow ? (
        <ResourceField
          kind="workflow"
          field={{ name: 'workflow_id', kind: 'workflow', label: 'workflow', required: true }}
          name={name.replace(/body$/, 'workflow_id')}
          value={workflowId}
          error={workflowError}
          onValue={(value) => onConfig({ ...rest, workflow_id: value ?? '' })}
        />
      ) : (
        <div>
          <Button icon={CornerDownRight} onClick={() => enter([...path, node.id])}>
            {say('editBody', { count: countBody(node) })}
          </Button>
        </div>
      )}
    </>
  );
}
