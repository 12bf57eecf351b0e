import type { Workflow } from '@portico/shared-types/api/workflows';
import { useEffect, useState } from 'preact/hooks';
import { Link } from 'wouter';
import { useDraft } from '../../form/draft-context.ts';
import { useDrafts } from '../../form/draft-store.ts';
import { useTexts } from '../../text/use-texts.ts';
import { Banner } from '../../ui/banner.tsx';
import { workflowTexts } from './texts.ts';

interface SavedByOthersProps {
  workflow: Workflow;
  /** The version that this page saved last; 0 for none. */
  ownVersion: number;
  /** While this page saves, it isn't known whose version a new one is. */
  isSaving: boolean;
}

/**
 * Warns that somebody has saved another version since the unsaved changes of the nodes began: nodes are saved as a
 * whole, so these changes would replace the other ones. The version survives a reload, like the changes.
 */
export function SavedByOthers({ workflow: { id, version }, ownVersion, isSaving }: SavedByOthersProps) {
  const say = useTexts(workflowTexts);
  const drafts = useDrafts();
  const name = `workflow-versions/${id}`;
  const [begun, setBegun] = useState(() => Number(drafts.read(name)?.['version'] ?? version));
  const { changes } = useDraft();
  useEffect(() => {
    if (isSaving) return;
    // While a page opens, its form has not yet read what is stored.
    const unsaved = changes ?? drafts.read(`workflows/${id}`);
    const isEditing = unsaved?.['definition'] !== undefined;
    if (!isEditing || version === ownVersion) {
      setBegun(version);
      if (drafts.read(name) !== undefined) drafts.write(name, undefined);
    } else if (drafts.read(name) === undefined) drafts.write(name, { version: begun });
  }, [drafts, id, name, changes, version, ownVersion, isSaving, begun]);
  if (isSaving || begun === version || version === ownVersion) return null;
  return (
    <Banner tone="wait">
      {say('savedByOthers', { version })} <Link href={`/workflows/${id}/versions`}>{say('compareVersions')}</Link>
    </Banner>
  );
}
