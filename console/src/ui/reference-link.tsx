import { useTexts } from '../text/use-texts.ts';
import { uiTexts } from './texts.ts';

/** The link from settings to their page of the docs. */
export function ReferenceLink({ page, about }: { page: string; about: string }) {
  const say = useTexts(uiTexts);
  return (
    <a class="help" href={`/docs/${page}`} target="_blank" rel="noopener">
      {say('learnMore')}
      <span class="visually-hidden">: {about}</span>
    </a>
  );
}
