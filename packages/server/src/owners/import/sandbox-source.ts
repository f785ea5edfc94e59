/** The made-up owners of `--sandbox`; nobody imports under this name. */
export const SANDBOX_SOURCE = 'sandbox';
