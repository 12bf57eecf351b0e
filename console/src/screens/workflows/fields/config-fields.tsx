import { MoreSettings } from '../../../form/section.tsx';
import { useTexts } from '../../../text/use-texts.ts';
import type { Values } from '../../../form/changes.ts';
import type { Remark } from '../../../ui/field.tsx';
import type { DraftNode } from '../graph/draft.ts';
import { fieldTexts } from '../nodes/field-texts.ts';
import { listFields, type NodeField } from '../nodes/node-fields.ts';
import { BodyField } from './body-field.tsx';
import { CasesField } from './cases-field.tsx';
import { useFieldScope } from './field-context.ts';
import { PairsField } from './pairs-field.tsx';
import { ModelField, ResourceField } from './picked-field.tsx';
import { JsonField, NumberOrExpression, SelectOrExpression, TextField } from './value-field.tsx';

interface ConfigFieldsProps {
  node: DraftNode;
  errorOf: (field: string) => Remark | undefined;
  /** `field` is the changed one: what is typed in it is undone together. */
  onConfig: (config: Values, field: string) => void;
}

/** The form of a node's config, from the table of its type. */
export function ConfigFields({ node, errorOf, onConfig }: ConfigFieldsProps) {
  const fields = listFields(node.type);
  const rare = fields.filter(({ isRare }) => isRare === true);
  const isOpen = rare.some(({ name }) => errorOf(`config.${name}`) !== undefined);
  const render = (field: NodeField) => (
    <ConfigField key={field.name} field={field} node={node} errorOf={errorOf} onConfig={onConfig} />
  );
  return (
    <>
      {fields.filter(({ isRare }) => isRare !== true).map(render)}
      {rare.length === 0 ? null : <MoreSettings isOpen={isOpen}>{rare.map(render)}</MoreSettings>}
    </>
  );
}

function ConfigField({ field, node, errorOf, onConfig }: ConfigFieldsProps & { field: NodeField }) {
  const say = useTexts(fieldTexts);
  const { prefix } = useFieldScope();
  const props = {
    field,
    name: `${prefix}${field.name}`,
    value: node.config[field.name],
    error: errorOf(`config.${field.name}`),
    onValue: (value: unknown) => onConfig(setField(node.config, field, value), field.name),
  };
  switch (field.kind) {
    case 'template':
    case 'line':
    case 'expression':
    case 'code':
      return <TextField {...props} />;
    case 'number':
      return <NumberOrExpression {...props} />;
    case 'select':
      return (
        <SelectOrExpression
          {...props}
          options={(field.options ?? []).map(([value, label]) => ({
            value,
            label: label === undefined ? value : say(label),
          }))}
        />
      );
    case 'agent':
    case 'knowledge':
    case 'workflow':
      return <ResourceField {...props} kind={field.kind} />;
    case 'model':
      return <ModelField {...props} />;
    case 'json':
    case 'object':
      return <JsonField {...props} />;
    case 'pairs':
    case 'values':
      return <PairsField {...props} />;
    case 'cases':
      return <CasesField {...props} errorOf={errorOf} />;
    case 'body':
      return (
        <BodyField
          {...props}
          node={node}
          workflowError={errorOf('config.workflow_id')}
          onConfig={(config) => onConfig(config, field.name)}
        />
      );
  }
}

/** A required field stays, empty; any other is left out. */
function setField(config: Values, { name, required, kind }: NodeField, value: unknown): Values {
  if (value !== undefined) return { ...config, [name]: value };
  if (required === true && kind !== 'json') return { ...config, [name]: '' };
  const { [name]: _, ...rest } = config;
  return rest;
}
