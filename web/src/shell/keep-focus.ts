/**
 * Keeps the focus on the page when the thing that has it goes away, or can no longer be used. The nearest thing around it takes the
 * focus, so that a person at the keyboard goes on from there. A screen reader tells the place.
 */

/** The thing that had the focus last, and all around it, from within. */
let path: readonly HTMLElement[] = [];
/** It took the focus of a thing that could no longer be used, and gives it back. */
let standIn: { readonly element: HTMLElement; readonly of: HTMLElement } | null = null;

const isGone = (element: HTMLElement): boolean =>
  !element.isConnected || element.matches(':disabled') || element.closest('[hidden]') !== null;

function around(element: Element | null): HTMLElement[] {
  const found: HTMLElement[] = [];
  for (let each = element; each && each !== document.body; each = each.parentElement)
    if (each instanceof HTMLElement) found.push(each);
  return found;
}

export function keepFocus(root: Element): void {
  addEventListener('focusin', ({ target }) => {
    if (target !== standIn?.element) standIn = null;
    path = around(target as Element);
  });
  // A click beside everything takes the focus away on purpose.
  addEventListener(
    'pointerdown',
    () => {
      path = [];
    },
    true,
  );
  new MutationObserver(() => {
    if (standIn && document.activeElement === standIn.element && !isGone(standIn.of)) return standIn.of.focus();
    const [last] = path;
    const now = document.activeElement;
    if (!last || !isGone(last) || (now !== document.body && now !== last)) return;
    const next = path.find((each) => !isGone(each));
    if (next) standInFor(last, next);
  }).observe(root, { childList: true, subtree: true, attributeFilter: ['disabled', 'hidden'] });
}

function standInFor(of: HTMLElement, element: HTMLElement): void {
  if (element.tabIndex < 0 && !element.hasAttribute('tabindex')) {
    element.tabIndex = -1;
    element.addEventListener('blur', () => element.removeAttribute('tabindex'), { once: true });
  }
  standIn = { element, of };
  element.focus({ preventScroll: true });
}
