import { Combobox as Base } from '@base-ui/react/combobox'
import { clsx } from 'clsx'
import { Check, Search } from 'lucide-react'
import type { groupOptions, Option } from '#ui/option.ts'
import { choiceClass, choiceGroupClass, choiceListClass, popupListClass } from '#ui/popup.ts'

type Group = ReturnType<typeof groupOptions>[number]

/** The popup of a combobox: a text field, and the choices that match. */
export function ComboboxList() {
  return (
    <Base.Portal>
      <Base.Positioner sideOffset={4} align="start" className="z-50 outline-hidden">
        <Base.Popup
          aria-label="Choices"
          className={clsx(popupListClass, 'w-(--anchor-width) min-w-56 max-w-[calc(100vw-2rem)] overflow-hidden')}
        >
          <div className="relative border-b border-line">
            <Search
              aria-hidden
              className="pointer-events-none absolute inset-y-0 start-3 my-auto size-4 text-ink-soft"
            />
            <Base.Input
              aria-label="Search"
              placeholder="Search"
              className="min-h-9 w-full bg-transparent ps-9 pe-3 outline-hidden pointer-coarse:min-h-11 pointer-coarse:text-base"
            />
          </div>
          <Base.Empty>
            <div className="px-3 py-2.5 text-ink-soft">No result found.</div>
          </Base.Empty>
          <Base.List className={clsx(choiceListClass, 'empty:p-0')}>
            {(group: Group) => (
              <Base.Group key={group.value} items={group.items}>
                {group.value && <Base.GroupLabel className={choiceGroupClass}>{group.value}</Base.GroupLabel>}
                <Base.Collection>{choice}</Base.Collection>
              </Base.Group>
            )}
          </Base.List>
        </Base.Popup>
      </Base.Positioner>
    </Base.Portal>
  )
}

function choice(option: Option) {
  return (
    <Base.Item key={option.value} value={option} disabled={option.disabled ?? false} className={choiceClass}>
      <span className="size-4">
        <Base.ItemIndicator>
          <Check aria-hidden className="size-4" />
        </Base.ItemIndicator>
      </span>
      {option.label}
    </Base.Item>
  )
}
