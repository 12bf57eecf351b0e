import { Brand, BrandLookup } from '@portico/shared-types';
import { routesOn } from '../../platform/http/routes-on.ts';
import type { Platform } from '../../platform/platform.ts';
import { lookUpBrand } from './look-up-brand.ts';

const { versionedRoute } = routesOn<Platform>();

export const brandRoutes = [
  versionedRoute({
    method: 'POST',
    path: '/brand-lookup',
    tag: 'Chat interfaces',
    summary: 'Look up a site’s brand',
    description:
      'Reads the page at an address and returns the name, colour, logo and icon that it declares, for use as the branding of an interface.',
    operationId: 'lookUpBrand',
    scopes: ['interfaces:write'],
    body: BrandLookup,
    answer: Brand,
    errors: ['validation_error'],
    handle: async ({ platform, body, signal }) => lookUpBrand(platform, body.url, signal),
  }),
];
