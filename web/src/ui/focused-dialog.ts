/** True while the focus is in a dialog: what loads on the page below must not steal it. */
export function isFocusInDialog(): boolean {
  return Boolean(document.activeElement?.closest('[role="dialog"], [role="alertdialog"]'))
}
