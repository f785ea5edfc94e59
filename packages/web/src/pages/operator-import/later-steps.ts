import { lazy } from 'react';

const columns = () => import('./choose-columns.js');
const run = () => import('./run-view.js');

/** The steps that come once a file is there. They are most of the page, and are loaded when the first step is shown. */
export const ChooseColumns = lazy(() => columns().then((loaded) => ({ default: loaded.ChooseColumns })));
export const RunView = lazy(() => run().then((loaded) => ({ default: loaded.RunView })));

/** One that cannot be loaded now is asked for again when it is needed. */
export const loadLaterSteps = (): void => {
  for (const load of [columns, run]) load().catch(() => undefined);
};
