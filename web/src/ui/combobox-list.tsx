import { Combobox as Base } from '@base-ui/react/combobox'
import { clsx } from 'clsx'
import { Check } from 'lucide-react'
import type { groupOptions, Option } from '#ui/option.ts'
import { choiceClass, choiceGroupClass, choiceListClass, popupListClass } from '#ui/popup.ts'

type Group = ReturnType<typeof groupOptions>[number]

/** The choices that a combobox opens. */
export function ComboboxList() {
  return (
    <Base.Portal>
      <Base.Positioner sideOffset={4} className="z-50 outline-hidden">
        <Base.Popup className={clsx(popupListClass, 'w-(--anchor-width) min-w-48 max-w-[calc(100vw-2rem)] p-0')}>
          <Base.Empty>
            <div className="px-3 py-2.5 text-ink-soft">No result found.</div>
          </Base.Empty>
          <Base.List className={choiceListClass}>
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
