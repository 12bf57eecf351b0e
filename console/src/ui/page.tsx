import type { ComponentChildren } from 'preact';
import { Link } from 'wouter';
import { ChevronLeft } from 'lucide-react';
import { TabTitleContext, useDocumentTitle } from './tab-title.ts';
import { useHeading } from './use-heading.ts';
import { useListAddress } from './visited-lists.ts';

interface PageProps {
  title: string;
  /** One line about what the page is for. */
  purpose?: ComponentChildren;
  /** The page's actions; the main one last. */
  actions?: ComponentChildren;
  /** The list that contains this item; the link leads to the list as it was when the item was opened from it. */
  back?: { href: string; title: string };
  /** Lists use the whole width, texts and forms do not. */
  wide?: boolean;
  /** The item of the page is being loaded, and the title is not yet its own. */
  isLoading?: boolean;
  children: ComponentChildren;
}

/** The frame of every screen's content: title, purpose, actions. */
export function Page({ title, purpose, actions, back, wide = false, isLoading = false, children }: PageProps) {
  const heading = useHeading(isLoading);
  const list = useListAddress(back?.href ?? '');
  const setTab = useDocumentTitle(title);
  return (
    <div class={wide ? 'page page-wide' : 'page'}>
      <header class="page-head">
        <div class="page-titles">
          {back === undefined ? null : (
            <Link href={list} className="page-back">
              <ChevronLeft size={14} aria-hidden="true" />
              <span>{back.title}</span>
            </Link>
          )}
          <h1 ref={heading} tabIndex={-1}>
            <bdi>{title}</bdi>
          </h1>
          {purpose === undefined ? null : <p class="page-purpose">{purpose}</p>}
        </div>
        {actions === undefined ? null : <div class="page-actions">{actions}</div>}
      </header>
      <TabTitleContext.Provider value={setTab}>{children}</TabTitleContext.Provider>
    </div>
  );
}
