import { Download } from 'lucide-react';
import { writeQuery, type Query } from '../api/api.ts';
import { useSignedIn } from '../data/session.ts';
import { useTexts } from '../text/use-texts.ts';
import { uiTexts } from './texts.ts';

interface ExportLinkProps {
  path: string;
  filters: Query;
  iconOnly?: boolean;
}

/**
 * Downloads a list as CSV. It is a link, so that the browser streams the file to disk, regardless of its length. A link
 * has no headers, so its address names the workspace.
 */
export function ExportLink({ path, filters, iconOnly = false }: ExportLinkProps) {
  const say = useTexts(uiTexts);
  const { workspace } = useSignedIn();
  const name = say('exportCsv');
  return (
    <a
      class={iconOnly ? 'button button-quiet button-icon' : 'button button-secondary toolbar-low'}
      href={path + writeQuery({ workspace: workspace?.id, ...filters })}
      download
      {...(iconOnly ? { 'aria-label': name, title: name } : {})}
    >
      <Download size={16} aria-hidden="true" />
      {iconOnly ? null : name}
    </a>
  );
}
