/** What the button gives the palette that it loads. */
export interface PaletteProps {
  label: string
  words: string
  onWordsChange(words: string): void
  /** Its field has the focus. */
  onReady(): void
  onClose(): void
}
