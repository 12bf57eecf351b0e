import { Download } from 'lucide-react';
import { writeQuery, type Query } from '../api/api.ts';
import { useSignedIn } from '../data/session.ts';
import { useTexts } from '../text/use-texts.ts';
import { uiTexts } from './texts.ts';

/**
 * Downloads a list as CSV. It is a link, so that the browser streams the file to disk, regardless of its length. A link
 * has no headers, so its address names the workspace.
 */
export function ExportLink({ path, filters }: { path: string; filters: Query }) {
  const say = useTexts(uiTexts);
  const { workspace } = useSignedIn();
  return (
    <a
      class="button button-secondary toolbar-low"
      href={path + writeQuery({ workspace: workspace?.id, ...filters })}
      download
    >
      <Download size={16} aria-hidden="true" />
      {say('exportCsv')}
    </a>
  );
}
