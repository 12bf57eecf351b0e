export { serveSignedFile } from './download.ts';
export { fileRoutes } from './files.routes.ts';
export {
  downloadUrl,
  keepFile,
  presentFile,
  removeFile,
  removeFilesOf,
  requireFile,
  type NewFile,
} from './files.service.ts';
export { findFiles, type FileRow } from './files.sql.ts';
