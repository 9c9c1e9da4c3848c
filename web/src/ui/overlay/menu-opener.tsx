import { Button, type ButtonProps } from '#ui/button.tsx'

interface MenuOpenerProps extends Pick<ButtonProps, 'variant' | 'children'> {
  size?: ButtonProps['size']
  load(): Promise<unknown>
  onOpen(): void
}

/** The button that opens a menu, shown until the menu's code has loaded. Hover or focus preloads the code. */
export function MenuOpener({ load, onOpen, ...button }: MenuOpenerProps) {
  return (
    <Button
      {...button}
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={load}
      onFocus={load}
      onClick={onOpen}
    />
  )
}
