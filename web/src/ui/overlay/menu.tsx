import { Menu as Base } from '@base-ui/react/menu'
import { clsx } from 'clsx'
import { Check } from 'lucide-react'
import { type ReactElement, type ReactNode, useEffect, useRef, useState } from 'react'
import { popupListClass } from '#ui/overlay/popup.ts'

interface MenuProps {
  /** The button that opens the menu, such as `<Button variant="ghost">`. */
  trigger: ReactElement
  align?: 'start' | 'end' | undefined
  /** True to open on mount, for a menu whose code is loaded by the click that opens it. */
  openAtOnce?: boolean | undefined
  children: ReactNode
}

/**
 * A menu of actions behind a button. Fill the menu with `MenuItem`, `MenuRadioGroup`, `MenuLabel`, and `MenuSeparator`.
 */
export function Menu({ trigger, align = 'end', openAtOnce = false, children }: MenuProps) {
  const opener = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  useEffect(() => {
    if (!openAtOnce) return
    opener.current?.focus()
    setOpen(true)
  }, [openAtOnce])
  return (
    <Base.Root open={open} onOpenChange={setOpen}>
      <Base.Trigger ref={opener} render={trigger} />
      <Base.Portal>
        <Base.Positioner align={align} sideOffset={6} className="z-50 outline-hidden">
          <Base.Popup className={clsx(popupListClass, 'min-w-52 p-1')}>{children}</Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

const itemClass = clsx(
  'flex min-h-8 items-center gap-2.5 rounded-sm px-2 py-1 outline-hidden select-none pointer-coarse:min-h-11',
  'data-highlighted:bg-accent-soft data-disabled:text-ink-soft',
)

interface MenuItemProps {
  icon?: ReactNode
  danger?: boolean | undefined
  disabled?: boolean | undefined
  onClick(): void
  children: ReactNode
}

export function MenuItem({ icon, danger, disabled = false, onClick, children }: MenuItemProps) {
  return (
    <Base.Item className={clsx(itemClass, danger && 'text-danger')} disabled={disabled} onClick={onClick}>
      {icon}
      {children}
    </Base.Item>
  )
}

interface MenuRadioGroupProps<Value extends string | number> {
  label: string
  value: Value
  options: readonly { value: Value; label: ReactNode }[]
  onChange(value: Value): void
}

/** A group of options. The current option has a check mark and can't be chosen again. */
export function MenuRadioGroup<Value extends string | number>(props: MenuRadioGroupProps<Value>) {
  return (
    <Base.Group>
      <Base.GroupLabel className="px-2 py-1 text-xs font-semibold text-ink-soft">{props.label}</Base.GroupLabel>
      <Base.RadioGroup value={props.value} onValueChange={props.onChange}>
        {props.options.map((option) => (
          <Base.RadioItem
            key={option.value}
            value={option.value}
            disabled={option.value === props.value}
            closeOnClick
            className={clsx(itemClass, 'data-checked:font-medium data-checked:text-ink')}
          >
            <span className="size-4">
              <Base.RadioItemIndicator>
                <Check aria-hidden className="size-4" />
              </Base.RadioItemIndicator>
            </span>
            {option.label}
          </Base.RadioItem>
        ))}
      </Base.RadioGroup>
    </Base.Group>
  )
}

/** Text in a menu that isn't an action. */
export function MenuLabel({ children }: { children: ReactNode }) {
  return <div className="px-2 py-1.5">{children}</div>
}

export function MenuSeparator() {
  return <Base.Separator className="-mx-1 my-1 h-px bg-line" />
}
