type Write = (fields: Record<string, unknown>, message: string) => void;

/** The part of a pino logger that the models use. They log names, counts and codes, never message texts. */
export interface ModelLog {
  info: Write;
  warn: Write;
  error: Write;
  debug: Write;
}
