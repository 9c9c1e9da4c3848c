import { Autocomplete } from '@base-ui/react/autocomplete'
import { Dialog } from '@base-ui/react/dialog'
import { Search, X } from 'lucide-react'
import { type FocusEvent, type ReactNode, useId, useRef } from 'react'
import { buttonClass } from '#ui/button.tsx'
import { backdropClass } from '#ui/overlay/dialog.tsx'
import { choiceGroupClass } from '#ui/overlay/popup.ts'
import { useDelayed } from '#ui/timers.ts'

/** An entry: a destination or an action. `value`: unique among the entries. */
export interface Command {
  readonly value: string
  readonly label: string
  readonly icon: ReactNode
  readonly detail?: ReactNode
  perform(): void
}

export interface CommandGroup {
  readonly value: string
  readonly items: readonly Command[]
}

interface CommandPaletteProps {
  open: boolean
  onOpenChange(open: boolean): void
  /** Called after the palette has closed and restored the focus. */
  onClosed(): void
  label: string
  words: string
  onWordsChange(words: string): void
  /** Called when the text field has the focus. */
  onReady(): void
  /** The matching entries. */
  groups: readonly CommandGroup[]
  /** True while a search could still add entries. */
  searching: boolean
  onChoose(command: Command): void
}

/**
 * A text field above the page, with the matching entries below. Arrow keys select an entry, Enter runs it, and Escape
 * closes the palette.
 */
export function CommandPalette(props: CommandPaletteProps) {
  const input = useRef<HTMLInputElement>(null)
  const hintId = useId()
  // Called more than once, because other content that closes or loads at the same moment can prevent the initial focus
  // or move it away.
  const focusField = () => input.current?.focus()
  function keepFocus({ currentTarget, relatedTarget }: FocusEvent) {
    if (props.open && relatedTarget && !currentTarget.contains(relatedTarget)) focusField()
  }
  return (
    <Dialog.Root
      open={props.open}
      onOpenChange={props.onOpenChange}
      onOpenChangeComplete={(open) => (open ? focusField() : props.onClosed())}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className={backdropClass} />
        <Dialog.Popup
          aria-label={props.label}
          initialFocus={input}
          onBlur={keepFocus}
          data-upper-edge
          className="fixed inset-x-0 top-2 z-50 mx-auto flex max-h-[calc(100dvh-1rem)] w-[calc(100vw-1rem)] max-w-xl flex-col overflow-hidden rounded-lg border border-line bg-raised shadow-popup sm:top-[12dvh] sm:max-h-[70dvh]"
        >
          <Autocomplete.Root
            open
            inline
            mode="none"
            items={props.groups}
            value={props.words}
            onValueChange={(words, { reason }) => reason !== 'item-press' && props.onWordsChange(words)}
            autoHighlight="always"
            keepHighlight
          >
            <div className="relative border-b border-line">
              <Search
                aria-hidden
                className="pointer-events-none absolute inset-y-0 start-4 my-auto size-4 text-ink-soft"
              />
              <Autocomplete.Input
                ref={input}
                aria-label={props.label}
                aria-describedby={hintId}
                placeholder="Request number, payee, page, or action"
                maxLength={100}
                onFocus={props.onReady}
                className="min-h-12 w-full bg-transparent ps-11 pe-12 text-base outline-hidden"
              />
              <Dialog.Close
                aria-label="Close"
                className={buttonClass('ghost', 'icon', 'absolute inset-y-0 end-1.5 my-auto')}
              >
                <X aria-hidden className="size-4" />
              </Dialog.Close>
            </div>
            <p id={hintId} hidden>
              Use the arrow keys to choose, Enter to open, and Escape to close.
            </p>
            <Results groups={props.groups} searching={props.searching} onChoose={props.onChoose} />
          </Autocomplete.Root>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function Results({ groups, searching, onChoose }: Pick<CommandPaletteProps, 'groups' | 'searching' | 'onChoose'>) {
  const isLate = useDelayed(searching)
  const emptyText = searching ? isLate && 'Searching…' : 'No result found.'
  return (
    <>
      <Autocomplete.Empty className={groups.length > 0 ? 'hidden' : 'min-h-11 px-4 py-3 text-ink-soft'}>
        {emptyText}
      </Autocomplete.Empty>
      <Autocomplete.List
        aria-label="Results"
        className="min-h-0 overflow-y-auto overscroll-contain p-1.5 outline-hidden empty:p-0"
      >
        {(group: CommandGroup) => (
          <Autocomplete.Group key={group.value} items={group.items}>
            <Autocomplete.GroupLabel className={choiceGroupClass}>{group.value}</Autocomplete.GroupLabel>
            <Autocomplete.Collection>
              {(command: Command) => (
                <Autocomplete.Item
                  key={command.value}
                  value={command}
                  onClick={() => onChoose(command)}
                  className="flex min-h-9 cursor-default items-center gap-3 rounded-sm px-2 py-1.5 outline-hidden select-none data-highlighted:bg-accent-soft pointer-coarse:min-h-11"
                >
                  <span aria-hidden className="shrink-0 text-ink-soft">
                    {command.icon}
                  </span>
                  <span className="min-w-0 flex-1 wrap-anywhere">{command.label}</span>
                  {command.detail}
                </Autocomplete.Item>
              )}
            </Autocomplete.Collection>
          </Autocomplete.Group>
        )}
      </Autocomplete.List>
    </>
  )
}
