export { createBrands } from './create-brands.ts';
export { brandRoutes } from './brands.routes.ts';
