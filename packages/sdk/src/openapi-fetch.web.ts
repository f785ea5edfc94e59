import * as openapiFetch from 'openapi-fetch';

/** A bundle has it anyway, and a build for CommonJS may not `import()` it. */
export const loadOpenapiFetch = () => Promise.resolve(openapiFetch);
