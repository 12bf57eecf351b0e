import { prepareChecks } from '../../platform/json-schema/prepare-checks.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Transaction } from '../../platform/database.ts';
import { transactOrUndo } from '../../platform/storage/index.ts';
import { joinTransaction } from '../../platform/join-transaction.ts';
import { compose } from '../compose.ts';
import { BundleImport, type ImportReport } from './bundle-import.ts';
import { openBundle } from './open-bundle.ts';
import { stageDocuments } from './stage-documents.ts';

export interface ImportOptions {
  /** Does everything and undoes it. */
  readonly dryRun: boolean;
  /** Gives resources whose slug is taken another one. */
  readonly rename: boolean;
}

/** Ends the transaction without keeping anything of it. */
class Undone extends Error {
  override readonly name = 'Undone';
  readonly report: ImportReport;

  constructor(report: ImportReport) {
    super('the import was undone');
    this.report = report;
  }
}

/**
 * Imports a bundle into a workspace in one transaction, through the functions behind the API, so that the same checks
 * hold. If anything is refused, nothing is kept; a dry run is never kept. Other requests to the embedded database wait
 * meanwhile.
 * @throws StartError if the file is not a bundle.
 */
export async function importBundle(
  platform: Platform,
  workspaceId: string,
  path: string,
  { dryRun, rename }: ImportOptions,
): Promise<ImportReport> {
  const opened = await openBundle(path);
  try {
    // Starting a process takes longer than the rest of the transaction, during which nobody else is served.
    await prepareChecks(platform.sandboxes.expressions, workspaceId);
    const staged = await stageDocuments(opened, platform, dryRun);
    const later: (() => Promise<void>)[] = [];
    let isUndone = false;
    const undo = async (): Promise<void> => void (isUndone = true);
    try {
      const importAll = async (tx: Transaction): Promise<ImportReport> => {
        await staged.begin(tx);
        const joined = joinTransaction(platform, tx, {
          later: (work) => void later.push(work),
          storage: staged.storage,
        });
        const run = new BundleImport(compose(joined).platform, workspaceId, { bundle: opened.bundle, staged, rename });
        const done = await run.importAll();
        if (dryRun || done.refused.length > 0) throw new Undone(done);
        await staged.end(tx);
        return done;
      };
      const report = await transactOrUndo(platform.database, importAll, undo);
      for (const work of later) await work();
      return report;
    } catch (error) {
      if (error instanceof Undone) return error.report;
      throw error;
    } finally {
      await staged.close(isUndone);
    }
  } finally {
    opened.close();
  }
}
