/** True while somebody is in a dialog: what arrives on the page below must not take the focus from there. */
export function isFocusInDialog(): boolean {
  return Boolean(document.activeElement?.closest('[role="dialog"], [role="alertdialog"]'))
}
