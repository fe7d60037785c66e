/** The menus of the top bar: one is open at a time; Escape, which leads back to its button, or a click elsewhere closes it. */
import { signal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useEffect } from 'preact/hooks';

/** The open menu. */
export const openMenu = signal<'key' | 'project' | null>(null);

export const toggleMenu = (menu: 'key' | 'project'): void => {
  openMenu.value = openMenu.value === menu ? null : menu;
};

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
