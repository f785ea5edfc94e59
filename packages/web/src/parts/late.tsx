import { lazy, type ComponentType, type LazyExoticComponent, type ReactNode } from 'react';
import { afterPaint } from './after-paint.js';

/**
 * A part of a page that is loaded when the page has been painted. Where it cannot be loaded, because the line dropped or the server
 * has another version by now, the page goes on without it.
 * @param Instead what stands in its place then
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
