import { useTitleFocus } from './use-title-focus.ts';

/** The page's title and description. */
export function Intro({
  title,
  description,
  takesFocus,
}: {
  title: string;
  description: string | null;
  takesFocus: boolean;
}) {
  const heading = useTitleFocus(takesFocus);
  return (
    <header class="intro">
      <h1 ref={heading} tabIndex={-1} dir="auto">
        {title}
      </h1>
      {description !== null && description !== '' && (
        <p class="description" dir="auto">
          {description}
        </p>
      )}
    </header>
  );
}
