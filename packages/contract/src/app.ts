// The web app's own operations beyond the contract: app.yaml as TypeScript.
import type { components } from './generated/app.js';

export type { operations as appOperationTypes, paths as appPaths } from './generated/app.js';
export { appOperations } from './generated/app-operations.js';
export { appDocument } from './generated/app-document.js';

/** The bodies of app.yaml by name. */
export type AppSchemas = components['schemas'];
