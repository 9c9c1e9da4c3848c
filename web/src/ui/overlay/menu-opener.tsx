import { Button, type ButtonProps } from '#ui/button.tsx'

interface MenuOpenerProps extends Pick<ButtonProps, 'variant' | 'children'> {
  size?: ButtonProps['size']
  load(): Promise<unknown>
  onOpen(): void
}

/** The button of a menu until the menu's code arrives, which is preloaded on hover or focus. */
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
