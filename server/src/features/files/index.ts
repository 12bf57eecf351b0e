export { createFiles } from './create-files.ts';
export { serveSignedFile } from './download.ts';
export { fileRoutes } from './files.routes.ts';
export { downloadUrl, eraseFile, keepFile, removeFilesOf, removeRecords, requireFile } from './files.service.ts';
export { findFiles, type FileRow } from './files.sql.ts';
