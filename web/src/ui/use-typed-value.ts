import { useEffect, useState } from 'react'

/** A value that is being typed: reported when typing pauses for `delay` ms, unless it changes from outside meanwhile. */
export function useTypedValue(value: string, onChange: (value: string) => void, delay = 200) {
  const [typed, setTyped] = useState(value)
  const [reported, setReported] = useState(value)
  const [seen, setSeen] = useState(value)

  // The value changed from outside (back button, 'Clear filters') and not because of our own report: it wins.
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
