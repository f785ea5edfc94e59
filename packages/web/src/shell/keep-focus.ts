import { useEffect } from 'react';

/** Delay for dialogs and menus, which restore the focus themselves shortly after closing. */
const GRACE_MS = 50;
const PLACES = 'main, [role=dialog]';
const FOCUSABLE = 'a[href], button:enabled, input, select, textarea, [tabindex]';

/**
 * Browsers drop the focus when the focused element is removed, such as the button of a key that was just revoked. This moves the
 * focus to the element's place, so that people with a keyboard or screen reader don't restart at the top of the document.
 */
export function useFocusKept() {
  useEffect(() => {
    // Last focused element with its ancestors; and the last one outside of dialogs, because the button that opened a dialog may
    // be gone when the dialog closes.
    let last: readonly Element[] = [];
    let lastOnPage: readonly Element[] = [];
    let timer: ReturnType<typeof setTimeout> | undefined;
    const isLost = () => document.activeElement === document.body && last[0]?.isConnected === false;
    const note = ({ target }: FocusEvent) => {
      if (!(target instanceof Element)) return;
      last = withAncestors(target);
      if (target.closest('main') !== null) lastOnPage = last;
    };
    const mend = () => {
      timer = undefined;
      if (!isLost()) return;
      const trail = [...last, ...lastOnPage];
      focusOn(trail.find((at) => at.isConnected && at.closest(PLACES) !== null));
    };
    const watched = new MutationObserver(() => {
      if (isLost()) timer ??= setTimeout(mend, GRACE_MS);
    });
    watched.observe(document.body, { childList: true, subtree: true });
    document.addEventListener('focusin', note);
    return () => {
      clearTimeout(timer);
      watched.disconnect();
      document.removeEventListener('focusin', note);
    };
  }, []);
}

/** Innermost first. */
function withAncestors(element: Element): Element[] {
  const { parentElement } = element;
  return parentElement === null ? [element] : [element, ...withAncestors(parentElement)];
}

function focusOn(place: Element | undefined) {
  if (!(place instanceof HTMLElement)) return;
  if (!place.matches(FOCUSABLE)) {
    place.tabIndex = -1;
    place.addEventListener('blur', () => place.removeAttribute('tabindex'), { once: true });
  }
  place.focus({ preventScroll: true });
}
