import { useEffect, useRef } from 'preact/hooks';
import { Link, useLocation } from 'wouter';
import { useTabTitle } from './tab-title.ts';

export interface TabLink {
  readonly href: string;
  readonly title: string;
  readonly count?: number | undefined;
  /** What the count is of, if the title doesn't say it. */
  readonly countOf?: string;
}

/**
 * Links to the tabs of the item at `path`, in their order. The first one has the address of the item itself; those that
 * the member may not see are undefined.
 */
export function toTabLinks<Tab extends string>(
  path: string,
  tabs: Readonly<Record<Tab, Omit<TabLink, 'href'> | undefined>>,
): TabLink[] {
  return Object.entries<Omit<TabLink, 'href'> | undefined>(tabs).flatMap(([tab, link], index) =>
    link === undefined ? [] : [{ href: index === 0 ? path : `${path}/${tab}`, ...link }],
  );
}

interface LinkTabsProps {
  label: string;
  tabs: readonly TabLink[];
  /** The address of the current tab, if tabs differ in the query only. */
  current?: string;
}

/** Tabs with an address each. */
export function LinkTabs({ label, tabs, current: chosen }: LinkTabsProps) {
  const [location] = useLocation();
  const current = [...tabs]
    .toSorted((a, b) => b.href.length - a.href.length)
    .find(({ href }) =>
      chosen === undefined ? location === href || location.startsWith(`${href}/`) : href === chosen,
    );
  useTabTitle(current?.title);
  const nav = useRef<HTMLElement>(null);
  useEffect(() => {
    // On a narrow screen, the current tab may be scrolled out of view.
    const shown = nav.current;
    const tab = shown?.querySelector('[aria-current]')?.getBoundingClientRect();
    if (shown === null || tab === undefined) return;
    const { left, width } = shown.getBoundingClientRect();
    shown.scrollLeft += tab.left - left - (width - tab.width) / 2;
  }, [current?.href]);
  return (
    <nav ref={nav} class="tabs" aria-label={label}>
      {tabs.map((tab) => (
        <Link
          key={tab.href}
          href={tab.href}
          className="tab"
          {...(tab === current ? { 'aria-current': 'page' as const } : {})}
        >
          {tab.title}
          {tab.count === undefined ? null : <Count {...tab} />}
        </Link>
      ))}
    </nav>
  );
}

function Count({ count, countOf }: TabLink) {
  if (countOf === undefined) return <span class="tab-count">{count}</span>;
  return (
    <span class="tab-count" title={countOf}>
      <span aria-hidden="true">{count}</span> <span class="visually-hidden">{countOf}</span>
    </span>
  );
}
