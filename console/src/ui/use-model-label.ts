import type { ModelInfo } from '@portico/shared-types/api/models';
import { useTexts } from '../text/use-texts.ts';
import { uiTexts } from './texts.ts';

/** Returns the function that names a model in the member's language: the label of the built-in one is a sentence. */
export function useModelLabel(): (model: Pick<ModelInfo, 'label' | 'builtin'>) => string {
  const say = useTexts(uiTexts);
  return ({ label, builtin }) => (builtin ? say('builtinModel') : label);
}
