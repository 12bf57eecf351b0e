import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';

/** The frame of every way to sign in. */
export function SignInCard({ title, text, children }: { title: string; text?: string; children: ComponentChildren }) {
  useEffect(() => {
    document.title = title;
  }, [title]);
  return (
    <main class="sign-in">
      <div class="sign-in-card">
        <img src="/assets/site/portico.svg" alt="" width="36" height="36" />
        <h1>{title}</h1>
        {text === undefined ? null : <p class="sign-in-text">{text}</p>}
        {children}
      </div>
    </main>
  );
}
