import { Modal, type ModalProps } from '@mantine/core';
import { useLayoutEffect } from 'react';

/** A window over the page, open for as long as it is rendered. The focus goes back to what opened it. */
export function Dialog(props: Omit<ModalProps, 'opened'>) {
  useFocusBack();
  return <Modal {...props} opened />;
}

/** Mantine gives the focus back when a window is told to close; ours are taken away instead. */
function useFocusBack(): void {
  useLayoutEffect(() => {
    const opener = openerOf(document.activeElement);
    return () => {
      const back = opener?.isConnected === true ? opener : document.querySelector<HTMLElement>('#content');
      back?.focus({ preventScroll: true });
    };
  }, []);
}

/** What had the focus; for an entry of a menu, which is gone by then, what opened the menu. */
function openerOf(focused: Element | null): HTMLElement | undefined {
  const menu = focused?.closest('[role="menu"]');
  const opener = menu == null ? focused : document.getElementById(menu.getAttribute('aria-labelledby') ?? '');
  return opener instanceof HTMLElement && opener !== document.body ? opener : undefined;
}
