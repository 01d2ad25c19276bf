import type { CSSVariablesResolver } from '@mantine/core';

/** Colours beside the theme's. Mantine's own greys and reds have contrasts below 4.5 to 1, which WCAG AA asks for. */
export const variables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--page-background': '#f6f5f2',
    '--detail-background': '#fbfaf8',
    '--chart-bar': 'var(--mantine-color-ink-6)',
    '--chart-pointed': 'var(--mantine-color-ink-0)',
    '--mantine-color-dimmed': '#595f66',
    '--mantine-color-placeholder': '#5c636a',
    '--mantine-color-error': 'var(--mantine-color-red-9)',
  },
  dark: {
    '--page-background': 'var(--mantine-color-dark-8)',
    '--detail-background': 'var(--mantine-color-dark-8)',
    '--chart-bar': 'var(--mantine-color-ink-3)',
    '--chart-pointed': 'var(--mantine-color-dark-6)',
    '--mantine-color-dimmed': '#a9adbe',
    '--mantine-color-placeholder': '#a9adbe',
    '--mantine-color-error': 'var(--mantine-color-red-4)',
    '--mantine-color-anchor': 'var(--mantine-color-ink-2)',
    '--mantine-color-ink-light': '#2a2f52',
    '--mantine-color-ink-light-hover': '#31375f',
  },
});
