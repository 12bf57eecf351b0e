import type { Texts } from '@portico/shared-types/languages/en/widget';
import { fill } from '../locales/load-texts.ts';
import type { Face } from '../face.ts';
import type { ChatError } from '../types.ts';

/** Explains what is wrong with a file, in the visitor's language. */
export function explainFile(error: ChatError | null, rules: Face['uploads'], texts: Texts): string {
  switch (error?.reason ?? error?.code) {
    case 'too_many_files':
      return fill(texts.tooManyFiles, { count: rules.maxFiles });
    case 'file_too_large':
      return fill(texts.fileTooLarge, { size: rules.maxFileSizeMb });
    case 'file_type':
      return texts.fileType;
    case 'file_empty':
      return texts.fileEmpty;
    case 'files_not_accepted':
      return texts.filesOff;
    default:
      return texts.uploadFailed;
  }
}
