import manifest from '../package.json' with { type: 'json' };

/** The published version, the same as `npm view skiptrace version`. */
export const VERSION: string = manifest.version;
