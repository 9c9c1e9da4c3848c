import { type ReactNode, type SyntheticEvent, useState } from 'react'
import type { Point } from '#ui/full-text-tip.tsx'
import { optional } from '#ui/optional.tsx'

const FullTextTip = optional(async () => (await import('#ui/full-text-tip.tsx')).FullTextTip)

/**
 * Shows cells that are cut off in full: under the pointer, and those marked with `data-full-text` of the row that has
 * the focus. Escape hides the text. Most of this is loaded when the pointer or the focus first comes.
 */
export function FullText({ children }: { children: ReactNode }) {
  const [first, setFirst] = useState<{ area: HTMLElement; pointer: Point | undefined }>()
  const begin = ({ currentTarget: area }: SyntheticEvent<HTMLElement>, pointer?: Point) =>
    setFirst((before) => before ?? { area, pointer })
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: nothing is operated here; the text is only shown in full.
    <div onPointerEnter={(event) => begin(event, event.nativeEvent)} onFocus={(event) => begin(event)}>
      {children}
      {first && <FullTextTip {...first} />}
    </div>
  )
}
