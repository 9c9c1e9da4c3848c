/** True while the focus is in a dialog: what loads on the page below must not steal it. */
export function isFocusInDialog(): boolean {
  return Boolean(document.activeElement?.closest('[role="dialog"], [role="alertdialog"]'))
}

/**
 * Where the focus goes once a dialog has closed: what `wanted` says, or what had it before. Nowhere if another dialog
 * has been opened meanwhile: it has the focus, and a dialog takes a moment to close.
 */
export function focusAfterwards(wanted: () => HTMLElement | undefined): HTMLElement | boolean {
  const opened = document.activeElement?.closest('[role="dialog"], [role="alertdialog"]')
  if (opened && !opened.hasAttribute('data-closed')) return false
  return wanted() ?? true
}
