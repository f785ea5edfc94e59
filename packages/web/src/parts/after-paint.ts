/**
 * Resolves when something of the page was painted and the browser has nothing else to do: for what is large and may come later.
 * A frame that is still transparent is no paint (Paint Timing, first-contentful-paint). A page in the background is not painted,
 * and does not wait for it.
 */
export async function afterPaint(): Promise<void> {
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
