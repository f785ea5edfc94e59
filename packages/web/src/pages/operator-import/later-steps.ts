import { lazy } from 'react';

const columns = () => import('./choose-columns.js');
const run = () => import('./run-view.js');

/** Later steps, most of the page's code; loaded while the first step is shown. */
export const ChooseColumns = lazy(() => columns().then((loaded) => ({ default: loaded.ChooseColumns })));
export const RunView = lazy(() => run().then((loaded) => ({ default: loaded.RunView })));

/** Preloads the later steps. A step that can't be loaded now is loaded when it is needed. */
export const loadLaterSteps = (): void => {
  for (const load of [columns, run]) load().catch(() => undefined);
};
