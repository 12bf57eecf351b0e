export { brandRoutes } from './brands.routes.ts';
