/** Source name of the made-up owners of `--sandbox`; reserved. */
export const SANDBOX_SOURCE = 'sandbox';
