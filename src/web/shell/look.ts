import { computed, effect, signal } from '@preact/signals';

/** How the page looks, as chosen in this browser. */
export interface Look {
  /** Size of the text of a book: 1 is usual. */
  readonly size: number;
  readonly font: 'serif' | 'sans';
  readonly colors: 'device' | 'light' | 'dark';
}

/** Sizes of the text of a book. */
export const sizes = [0.85, 1, 1.2, 1.45, 1.75] as const;

const key = 'audiobook.look';
const usual: Look = { size: 1, font: 'serif', colors: 'device' };

/** How the page looks. */
export const look = signal<Look>(readLook());

const dark = matchMedia('(prefers-color-scheme: dark)');
const isDeviceDark = signal(dark.matches);

/** Whether the page has its dark colors. */
export const isDark = computed(() =>
  look.value.colors === 'device' ? isDeviceDark.value : look.value.colors === 'dark',
);

/** Changes how the page looks, and keeps it in this browser. */
export function changeLook(changes: Partial<Look>): void {
  look.value = { ...look.peek(), ...changes };
  localStorage.setItem(key, JSON.stringify(look.value));
}

/** Gives the page its look, and follows what the device says. */
export function startLook(): void {
  dark.addEventListener('change', ({ matches }) => {
    isDeviceDark.value = matches;
  });
  effect(() => {
    const { dataset, style } = document.documentElement;
    const { size, font, colors } = look.value;
    style.setProperty('--text-size', String(size));
    dataset['font'] = font;
    dataset['colors'] = colors;
    // The bar of the browser has the color of the paper.
    const ground = getComputedStyle(document.documentElement).backgroundColor;
    for (const meta of document.querySelectorAll('meta[name="theme-color"]')) meta.setAttribute('content', ground);
  });
}

function readLook(): Look {
  try {
    const { size = usual.size, font, colors }: Partial<Look> = JSON.parse(localStorage.getItem(key) ?? '{}');
    return {
      size: sizes.find((known) => known === size) ?? usual.size,
      font: font === 'sans' ? font : usual.font,
      colors: colors === 'light' || colors === 'dark' ? colors : usual.colors,
    };
  } catch {
    return usual;
  }
}
