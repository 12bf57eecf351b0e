import type { DefaultParams } from 'wouter';

/** The parameters of an item's address. */
export interface TabParams<Tab extends string> extends DefaultParams {
  readonly id: string;
  /** Missing in the address of the item itself. */
  readonly tab?: Tab | undefined;
}

/**
 * The pattern of a route: an item like `/agents/:id`, and its tabs, which are in the parameter `tab`. Addresses of tabs
 * that don't exist don't match, so that the screen's last route can say so.
 */
export function withTabs(item: string, tabs: readonly string[]): RegExp {
  const path = item.replaceAll(/:(\w+)/g, '(?<$1>[^/]+)');
  return new RegExp(`^${path}(?:/(?<tab>${tabs.join('|')}))?/?$`);
}
