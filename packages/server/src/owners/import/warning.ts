/** What an operator should know about a file. */
export interface Warning {
  text: string;
  /** What to do about it at the command line, as a sentence. */
  onCommandLine?: string;
}
