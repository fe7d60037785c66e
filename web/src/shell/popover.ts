/** Closing of a menu by Escape, which leads back to its button, or by a click elsewhere. */
import type { RefObject } from 'preact';
import { useEffect } from 'preact/hooks';

export function useDismissal(menu: RefObject<HTMLElement | null>, dismiss: () => void): void {
  useEffect(() => {
    const close = (event: Event): void => {
      const outside = event instanceof PointerEvent && !menu.current?.contains(event.target as Node);
      const dismissed = event instanceof KeyboardEvent && event.key === 'Escape';
      if (dismissed && menu.current?.contains(document.activeElement)) menu.current.querySelector('button')?.focus();
      if (outside || dismissed) dismiss();
    };
    addEventListener('pointerdown', close);
    addEventListener('keydown', close);
    return () => {
      removeEventListener('pointerdown', close);
      removeEventListener('keydown', close);
    };
  }, []);
}
