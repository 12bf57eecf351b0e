import { useErrorText } from './error-text.ts';
import { useToaster } from './toaster.tsx';

/** Returns the function that reports a failed action of the member in a message. */
export function useReportFailure(): (error: unknown) => void {
  const explain = useErrorText();
  const toaster = useToaster();
  return (error) => toaster.failed(explain(error));
}
