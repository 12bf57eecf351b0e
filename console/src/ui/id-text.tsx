import { useTexts } from '../text/use-texts.ts';
import { CopyButton } from './copy-button.tsx';
import { uiTexts } from './texts.ts';

/** The id of an item, with a button that copies it. */
export function IdText({ id }: { id: string }) {
  const say = useTexts(uiTexts);
  return (
    <span class="id-text">
      <code dir="ltr">{id}</code>
      <CopyButton iconOnly text={id} label={say('copyId')} />
    </span>
  );
}
