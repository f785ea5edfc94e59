import * as openapiFetch from 'openapi-fetch';

/** A bundle includes it anyway, and a build for CommonJS may not `import()` it. */
export const loadOpenapiFetch = () => Promise.resolve(openapiFetch);
