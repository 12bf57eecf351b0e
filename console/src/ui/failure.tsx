import { useErrorText } from './error-text.ts';

/** Why a request failed; nothing as long as it hasn't. */
export function Failure({ error }: { error: unknown }) {
  const explain = useErrorText();
  if (error === null || error === undefined) return null;
  return (
    <p class="fault" role="alert">
      {explain(error)}
    </p>
  );
}
