import { Link, useLocation } from 'wouter';

export interface TabLink {
  readonly href: string;
  readonly title: string;
  readonly count?: number | undefined;
}

/** The parts of a thing, each with an address of its own. The first is where the address ends at the thing itself. */
export function LinkTabs({ label, tabs }: { label: string; tabs: readonly TabLink[] }) {
  const [location] = useLocation();
  const current = [...tabs]
    .toSorted((a, b) => b.href.length - a.href.length)
    .find(({ href }) => location === href || location.startsWith(`${href}/`));
  return (
    <nav class="tabs" aria-label={label}>
      {tabs.map((tab) => (
        <Link
          key={tab.href}
          href={tab.href}
          className="tab"
          {...(tab === current ? { 'aria-current': 'page' as const } : {})}
        >
          {tab.title}
          {tab.count === undefined ? null : <span class="tab-count">{tab.count}</span>}
        </Link>
      ))}
    </nav>
  );
}
