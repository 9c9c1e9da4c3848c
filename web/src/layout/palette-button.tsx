import { Search } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { commandKey, useCommandShortcut } from '#ui/use-shortcut.ts'

const loadPalette = () => import('#layout/palette.tsx')
const Palette = lazy(async () => ({ default: (await loadPalette()).Palette }))

const label = 'Go to a request, a page or an action'
const quietFor = 3000

/** Opens the palette, by a click or by Ctrl+K from anywhere. The palette loads a while after the screen. */
export function PaletteButton() {
  const [openings, setOpenings] = useState(0)
  const open = () => setOpenings(openings + 1)
  useCommandShortcut('k', open)
  useEffect(() => {
    const timer = setTimeout(() => void loadPalette().catch(() => undefined), quietFor)
    return () => clearTimeout(timer)
  }, [])
  return (
    <>
      <Button
        variant="ghost"
        size="icon"
        aria-label={label}
        title={`${label} (${commandKey.sign}+K)`}
        aria-keyshortcuts={`${commandKey.name}+K`}
        aria-haspopup="dialog"
        onPointerEnter={loadPalette}
        onFocus={loadPalette}
        onClick={open}
      >
        <Search aria-hidden className="size-4.5" />
      </Button>
      {openings > 0 && (
        <Suspense>
          <Palette key={openings} label={label} />
        </Suspense>
      )}
    </>
  )
}
