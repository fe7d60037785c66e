/** The colours: light, dark, or those of the system. The browser remembers the choice. */
import { effect, signal } from '@preact/signals';

const themes = ['auto', 'light', 'dark'] as const;
type Theme = (typeof themes)[number];

const remembered = localStorage.getItem('selvage.theme');
const theme = signal<Theme>(themes.find((each) => each === remembered) ?? 'auto');

effect(() => {
  localStorage.setItem('selvage.theme', theme.value);
  document.documentElement.dataset.theme = theme.value;
});

const names: Readonly<Record<Theme, string>> = { auto: 'system', light: 'light', dark: 'dark' };

export function ThemeButton() {
  const name = `Colours: ${names[theme.value]}`;
  const next = (): void => {
    theme.value = themes[(themes.indexOf(theme.value) + 1) % themes.length]!;
  };
  return (
    <button type="button" class="icon" aria-label={name} title={name} onClick={next}>
      <svg viewBox="0 0 20 20" aria-hidden="true">
        {theme.value === 'light' && (
          <path class="line" d="M10 1v3M10 16v3M1 10h3M16 10h3M3.6 3.6l2 2M14.4 14.4l2 2M3.6 16.4l2-2M14.4 5.6l2-2" />
        )}
        {theme.value === 'light' && <circle class="line" cx="10" cy="10" r="3.6" />}
        {theme.value === 'dark' && <path class="line" d="M16.5 12.3A7 7 0 1 1 7.7 3.5a5.6 5.6 0 0 0 8.8 8.8z" />}
        {theme.value === 'auto' && <circle class="line" cx="10" cy="10" r="7" />}
        {theme.value === 'auto' && <path class="full" d="M10 3a7 7 0 0 1 0 14z" />}
      </svg>
    </button>
  );
}
