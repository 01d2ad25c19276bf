import { Alert, createTheme, Menu, Modal, NavLink, Table, Tooltip } from '@mantine/core';

/** Ink on paper: one blue ink for what can be done, everything else in greys. Names of states have colours of their own. */
export const theme = createTheme({
  primaryColor: 'ink',
  primaryShade: { light: 7, dark: 6 },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  fontFamily: 'Inter, ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif',
  fontFamilyMonospace: 'ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, monospace',
  headings: { fontWeight: '650' },
  colors: {
    ink: ['#eef0fb', '#dadef4', '#b3bae8', '#8a94dc', '#6874d1', '#5360cb', '#4854c2', '#3f4a9e', '#374190', '#2d367d'],
    dark: [
      '#dfe1ea',
      '#b9bccb',
      '#9a9eb2',
      '#70758c',
      '#414659',
      '#33384a',
      '#262a3a',
      '#1b1e2b',
      '#13151f',
      '#0d0f16',
    ],
  },
  components: {
    Alert: Alert.extend({ styles: { label: { color: 'var(--mantine-color-text)' } } }),
    Menu: Menu.extend({ defaultProps: { position: 'bottom-end', shadow: 'md', withInitialFocusPlaceholder: false } }),
    Modal: Modal.extend({
      defaultProps: {
        centered: true,
        closeButtonProps: { 'aria-label': 'Close' },
        overlayProps: { blur: 2 },
        // Its header is no landmark of the page.
        attributes: { header: { role: 'presentation' } },
        styles: { title: { fontWeight: 650 } },
      },
    }),
    NavLink: NavLink.extend({ styles: { root: { borderRadius: 'var(--mantine-radius-md)' } } }),
    Table: Table.extend({ defaultProps: { verticalSpacing: 'sm', highlightOnHover: true } }),
    Tooltip: Tooltip.extend({ defaultProps: { withArrow: true, events: { hover: true, focus: true, touch: true } } }),
  },
});
