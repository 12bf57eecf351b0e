import { workflows } from '../../../data/workflows.ts';
import { ItemField, useLateDefault } from '../../../form/item-field.tsx';
import { useTexts } from '../../../text/use-texts.ts';
import { triggerTexts } from './texts.ts';

/** The workflow that a trigger starts: that of a new one is the newest by default. */
export function TriggerWorkflow() {
  const say = useTexts(triggerTexts);
  const known = workflows.useAll();
  useLateDefault('workflow_id', known.data?.[0]?.id);
  return <ItemField name="workflow_id" label={say('workflow')} query={known} resource={workflows} />;
}
