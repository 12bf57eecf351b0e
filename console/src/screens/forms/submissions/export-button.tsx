import { Download } from 'lucide-react';
import { useSignedIn } from '../../../data/session.ts';
import { useTexts } from '../../../text/use-texts.ts';
import { formTexts } from '../texts.ts';

interface ExportButtonProps {
  formId: string;
  from: string;
  to: string;
}

/** A link, so that the browser streams the file to disk, regardless of its length. */
export function ExportButton({ formId, from, to }: ExportButtonProps) {
  const say = useTexts(formTexts);
  const { workspace } = useSignedIn();
  const query = new URLSearchParams({
    ...(workspace === null ? {} : { workspace: workspace.id }),
    ...(from === '' ? {} : { from }),
    ...(to === '' ? {} : { to }),
  });
  return (
    <a
      class="button button-secondary toolbar-low"
      href={`/api/v1/form-interfaces/${formId}/submissions/export?${query.toString()}`}
      download
    >
      <Download size={16} aria-hidden="true" />
      {say('exportCsv')}
    </a>
  );
}
