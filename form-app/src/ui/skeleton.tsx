import { useTexts } from '../text/texts-context.ts';

/** Shown where a page will be once it is loaded. */
export function Skeleton() {
  const texts = useTexts();
  return (
    <div class="skeleton" aria-busy="true">
      <p class="visually-hidden">{texts.say('loading')}</p>
      <span />
      <span />
      <span />
    </div>
  );
}
