/** A warning about a file, for the operator. */
export interface Warning {
  text: string;
  /** Advice for the command line, as a sentence. */
  onCommandLine?: string;
}
