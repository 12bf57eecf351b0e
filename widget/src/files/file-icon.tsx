import { Icon } from '../ui/icon.tsx';

/** A file without a picture. */
export const FileIcon = () => <Icon name="close" path="M7 3h7l5 5v13H7zM14 3v5h5" />;
