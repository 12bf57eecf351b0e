import type { Feature } from '../../platform/feature.ts';
import { bindRoutes } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import { brandRoutes } from './brands.routes.ts';

export function createBrands(platform: Platform): Feature {
  return {
    name: 'brands',
    routes: bindRoutes(platform, brandRoutes),
  };
}
