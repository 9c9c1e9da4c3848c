import { Search } from 'lucide-react'
import { type ComponentType, useEffect, useState } from 'react'
import type { PaletteProps } from '#layout/palette-props.ts'
import { useNotices } from '#platform/notices.tsx'
import { Button } from '#ui/button.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { useEarlyKeys } from '#ui/use-early-keys.ts'
import { commandKey, useCommandShortcut } from '#ui/use-shortcut.ts'

const loadPalette = () => import('#layout/palette.tsx')
const preload = () => void loadPalette().catch(() => undefined)

const label = 'Go to a request, a page or an action'
const quietFor = 3000

/** Opens the palette, by a click or by Ctrl+K from anywhere. The palette loads a while after the screen. */
export function PaletteButton() {
  const { Palette, opening, isReady, words, setWords, open, close, setReady } = useOpenings()
  const isLoading = opening > 0 && !Palette
  useCommandShortcut('k', open)
  useEarlyKeys(opening > 0 && !isReady, setWords, close)
  useEffect(() => {
    const timer = setTimeout(preload, quietFor)
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
        aria-busy={isLoading}
        onPointerEnter={preload}
        onFocus={preload}
        onClick={open}
      >
        {isLoading ? <Spinner /> : <Search aria-hidden className="size-4.5" />}
      </Button>
      {opening > 0 && Palette && (
        <Palette
          key={opening}
          label={label}
          words={words}
          onWordsChange={setWords}
          onReady={setReady}
          onClose={setReady}
        />
      )}
    </>
  )
}

/** One opening after the other, each with its own words. What is typed before the palette has loaded is among them. */
function useOpenings() {
  const notices = useNotices()
  const [Palette, setPalette] = useState<ComponentType<PaletteProps>>()
  const [opening, setOpening] = useState(0)
  const [isReady, setReady] = useState(false)
  const [words, setWords] = useState('')

  function open() {
    if (opening > 0 && !Palette) return
    setOpening((before) => before + 1)
    setReady(false)
    setWords('')
    if (!Palette) loadPalette().then((loaded) => setPalette(() => loaded.Palette), fail)
  }

  function fail() {
    setOpening(0)
    notices.show({ title: 'The palette could not be loaded', description: 'Try again in a moment.', destructive: true })
  }

  const close = () => setOpening(0)
  return { Palette, opening, isReady, words, setWords, open, close, setReady: () => setReady(true) }
}
