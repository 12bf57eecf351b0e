export { AttachmentList } from './attachment-list.tsx';
export { UploadList } from './upload-list.tsx';
export { default as styles } from './files.css?inline';
