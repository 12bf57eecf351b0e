import { useTexts } from '../text/texts-context.ts';

/** Placeholder while a page loads. */
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
