/**
 * Loaded with the first call, so that importing this package stays cheap. The build without Node uses
 * openapi-fetch.web.ts instead.
 */
export const loadOpenapiFetch = () => import('openapi-fetch');
