import { Text } from '@mantine/core';
import { lazy, Suspense, type ComponentType, type ReactNode } from 'react';

/**
 * Resolves after the page's first contentful paint, when the browser is idle: for large code that may load later. A frame that
 * is still transparent doesn't count as a paint (Paint Timing). A page in the background is never painted, so it doesn't wait.
 */
async function afterPaint(): Promise<void> {
  if (!document.hidden) await firstPaint;
  await idle();
}

const firstPaint = new Promise<void>((resolve) => {
  new PerformanceObserver((entries, observer) => {
    if (entries.getEntriesByName('first-contentful-paint').length === 0) return;
    observer.disconnect();
    resolve();
  }).observe({ type: 'paint', buffered: true });
  document.addEventListener('visibilitychange', () => resolve(), { once: true });
});

const idle = (): Promise<void> =>
  new Promise((resolve) => {
    // Safari has no requestIdleCallback.
    if ('requestIdleCallback' in window)
      window.requestIdleCallback(() => setTimeout(resolve, 100), { timeout: 1_000 });
    else setTimeout(resolve, 300);
  });

/** Makes a component that loads when it is first shown. If it can't be loaded, the page says that it failed. */
export function loadedPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  placeholder: ReactNode = null,
): (props: Props) => ReactNode {
  const Part = lazy(async () => ({ default: await load() }));
  return (props) => (
    <Suspense fallback={placeholder}>
      <Part {...props} />
    </Suspense>
  );
}

interface LateOptions {
  /** Stands in its place until then. */
  placeholder?: ReactNode;
  /** Stands in its place if it can't be loaded. */
  instead?: ReactNode;
}

/**
 * Makes a component that loads after the page's first paint. If it can't be loaded, because the connection dropped or the server
 * was updated, the page works without it.
 */
export const late = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { placeholder, instead = null }: LateOptions = {},
): ((props: Props) => ReactNode) =>
  loadedPart(
    () =>
      afterPaint()
        .then(load)
        .catch((): ComponentType<Props> => () => instead),
    placeholder,
  );

/** Shown if the chart library could not be loaded. */
export const NO_CHARTS = <Text c="dimmed">The charts could not be loaded. Reload the page to see them.</Text>;
