/** Resolves when the browser has painted what is on the page now and has nothing else to do: for what is large and may come later. */
export const afterPaint = (): Promise<void> =>
  new Promise((resolve) => {
    // Safari has no requestIdleCallback.
    if ('requestIdleCallback' in window)
      window.requestIdleCallback(() => setTimeout(resolve, 100), { timeout: 1_000 });
    else setTimeout(resolve, 300);
  });
