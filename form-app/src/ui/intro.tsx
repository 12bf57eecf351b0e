import { useLayoutEffect, useRef } from 'preact/hooks';

/** The page's title and description. A page that was reached without a load focuses its title. */
export function Intro({
  title,
  description,
  takesFocus,
}: {
  title: string;
  description: string | null;
  takesFocus: boolean;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    if (takesFocus) heading.current?.focus({ preventScroll: true });
  }, [takesFocus]);
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
