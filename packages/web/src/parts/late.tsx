import { lazy, type ComponentType, type LazyExoticComponent, type ReactNode } from 'react';
import { afterPaint } from './after-paint.js';

/**
 * Makes a component that loads after the page's first paint. If it can't be loaded, because the connection dropped or the server
 * was updated, the page works without it.
 * @param Instead shown in its place then
 */
export const late = <Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  Instead: () => ReactNode = Nothing,
): LazyExoticComponent<ComponentType<Props>> =>
  lazy(() =>
    afterPaint()
      .then(load)
      .catch((): { default: ComponentType<Props> } => ({ default: Instead })),
  );

function Nothing(): null {
  return null;
}
