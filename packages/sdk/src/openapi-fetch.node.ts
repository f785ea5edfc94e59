/** Loaded with the first call, so that importing this package stays cheap. The build without Node has openapi-fetch.web.ts in its place. */
export const loadOpenapiFetch = () => import('openapi-fetch');
