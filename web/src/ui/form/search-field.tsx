import { Search, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useShortcut } from '#ui/use-shortcut.ts'

interface SearchFieldProps {
  /** The label, also used as the placeholder unless another placeholder is given. */
  label: string
  placeholder?: string | undefined
  value: string
  onChange(value: string): void
  /** True if `/` focuses this field from anywhere on the page except other inputs. */
  slashFocuses?: boolean | undefined
  delay?: number | undefined
}

/** A field that searches as the user types. Reports the value when typing pauses. */
export function SearchField({ label, placeholder, value, onChange, slashFocuses = true, delay }: SearchFieldProps) {
  const [typed, setTyped] = useTypedValue(value, onChange, delay)
  const input = useRef<HTMLInputElement>(null)
  useShortcut('/', focusInput, slashFocuses)

  function focusInput() {
    input.current?.focus()
    input.current?.select()
  }

  return (
    <div className="relative w-full max-w-md">
      <Search aria-hidden className="pointer-events-none absolute inset-y-0 start-2.5 my-auto size-4 text-ink-soft" />
      <input
        ref={input}
        type="search"
        aria-label={label}
        placeholder={placeholder ?? label}
        className="control ps-8.5 pe-9 [&::-webkit-search-cancel-button]:hidden"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => event.key === 'Escape' && setTyped('')}
      />
      {typed !== '' && (
        <button
          type="button"
          aria-label="Clear search"
          className="absolute inset-y-0 end-1 my-auto grid size-7 place-items-center rounded-sm text-ink-soft hover:text-ink"
          onClick={() => {
            setTyped('')
            input.current?.focus()
          }}
        >
          <X aria-hidden className="size-4" />
        </button>
      )}
    </div>
  )
}

/**
 * A value being typed: reported when typing pauses for `delay` ms, unless the value changes from outside in the
 * meantime.
 */
export function useTypedValue(value: string, onChange: (value: string) => void, delay = 200) {
  const [typed, setTyped] = useState(value)
  const [reported, setReported] = useState(value)
  const [seen, setSeen] = useState(value)

  // The value changed from outside (back button, 'Clear Filters'), not because this field reported it, so the outside
  // value replaces the typed one.
  if (value !== seen) {
    setSeen(value)
    if (value !== reported) {
      setReported(value)
      setTyped(value)
    }
  }

  useEffect(() => {
    if (typed === reported) return
    const timer = setTimeout(() => {
      setReported(typed)
      onChange(typed)
    }, delay)
    return () => clearTimeout(timer)
  }, [typed, reported, delay, onChange])

  return [typed, setTyped] as const
}
