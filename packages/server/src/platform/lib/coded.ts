/**
 * Base of an error with a code, by which HTTP and commands know it (surfaces/http/errors.ts).
 * @param text message of an error that has only one
 */
export const coded = <Code extends string>(code: Code, text?: string) =>
  class extends Error {
    readonly code = code;

    constructor(message = text, options?: ErrorOptions) {
      super(message, options);
    }
  };
